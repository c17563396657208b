"""How the modules of this package are imported: when they are first asked for, and under the names of torch's.

A program that multiplies two tensors needs neither `torch.nn` nor `torch.optim`, which take longer to import than NumPy.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

from ._absent import explain_absent_names
from ._home import name_after_torch, own_name

OWN = __package__

# The modules of this package that have been loaded, under the names of torch's. To look for them among all modules would
# touch, and so copy, the memory of each in a child that has just been forked: a tenth of a short run.
_standing = {"torch": sys.modules[OWN]}


class _OwnLoader(SourceFileLoader):
    """Loads a module of this package and makes it look like the one of torch that it stands for."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        name_after_torch(module)
        explain_absent_names(module)
        _standing[module.__name__] = module
        if sys.modules.get("torch") is sys.modules[OWN]:  # or a later import would bind it over a function of its name
            sys.modules[module.__name__] = module


class _OwnFinder:
    """Finds the modules of this package."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if not _is_own(name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _OwnLoader(spec.loader.name, spec.loader.path)
        return spec


class _Standing:
    """Loads a module of torch: the one of this package that stands for it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # importing it has put torch's name there


class _TorchFinder:
    """Finds the submodules of torch."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        own = own_name(name)
        if own is None or importlib.util.find_spec(own) is None:
            return None
        return ModuleSpec(name, _Standing(own))


def _is_own(name: str) -> bool:
    return name == OWN or name.startswith(f"{OWN}.")


@contextmanager
def as_torch() -> Iterator[None]:
    """Make `import torch` and `import torch.<module>` mean this package inside the block."""
    theirs = {}
    if "torch" in sys.modules:
        theirs = {name: sys.modules.pop(name) for name in [*sys.modules] if own_name(name)}
    before = len(sys.modules)
    sys.modules.update(_standing)
    finder = _TorchFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in _standing:
            sys.modules.pop(name, None)
        if len(sys.modules) > before:  # the program may have put some there itself
            for name in [name for name in sys.modules if own_name(name)]:
                del sys.modules[name]
        sys.modules.update(theirs)


sys.meta_path.insert(0, _OwnFinder())
