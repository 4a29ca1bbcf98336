"""Does a vision-language model answer from what it sees or from what it expects?"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("cf-vlm-bench")  # settings.ini is the one place that says it
except PackageNotFoundError:  # a source tree on the path that was never installed
    __version__ = "0+unknown"
