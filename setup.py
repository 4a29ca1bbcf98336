"""Packaging: every value comes from settings.ini."""

from configparser import ConfigParser
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
ini = ConfigParser(delimiters=["="], interpolation=None)
ini.read(HERE / "settings.ini", encoding="utf-8")
c = ini["DEFAULT"]


def lines(key: str) -> list[str]:
    "The non-empty lines of a value"
    return [line.strip() for line in c[key].splitlines() if line.strip()]


class Sdist(sdist):
    "A source archive that carries settings.ini: without it this file cannot run"

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, [*files, "settings.ini"])


setup(
    name=c["lib_name"],
    version=c["version"],
    description=c["description"],
    long_description=(HERE / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    author=c["author"],
    license=c["license"],
    keywords=c["keywords"].split(),
    python_requires=f">={c['min_python']}",
    packages=find_packages(include=[c["lib_path"], f"{c['lib_path']}.*"]),
    package_data={c["lib_path"]: lines("package_data")},
    include_package_data=False,
    install_requires=lines("requirements"),
    extras_require={key.removeprefix("extra_"): lines(key) for key in c if key.startswith("extra_")},
    entry_points={
        "console_scripts": lines("console_scripts"),
        "nbdev": [f"{c['lib_path']}={c['lib_path']}._modidx:d"],
    },
    cmdclass={"sdist": Sdist},
)
