"""Let torchvision be imported beside a torch without CUDA.

Its release is linked against CUDA: the native half can't be loaded, which torchvision itself allows for, except that it
describes two operators of that half without looking whether they are there. Here they are declared as soon as torchvision has
found its native half missing. They can still not be called; the image processors of VLMs call neither.

`.ci/vllm` puts this file into the server's environment, with a line that imports it in every process.
"""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

WATCHED = "torchvision.extension"  # the module that tries to load the native half
DESCRIBED = ("nms", "qnms")
declared: list[Any] = []  # a declaration lasts as long as its object


def declare() -> None:
    import torch

    library = torch.library.Library("torchvision", "FRAGMENT")
    for name in DESCRIBED:
        library.define(f"{name}(Tensor boxes, Tensor scores, float iou_threshold) -> Tensor")
    declared.append(library)


class Watching(Loader):
    "Loads the watched module as usual, and then looks what it has found."

    def __init__(self, usual: Loader) -> None:
        self.usual = usual

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.usual.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.usual.exec_module(module)
        if not module._has_ops() and not declared:
            declare()


class Finder(MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != WATCHED:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None:
            found.loader = Watching(found.loader)
        return found


sys.meta_path.insert(0, Finder())
