"""Installed packages that programs import: they are loaded before the lock closes, since a program opens no files.

In local mode these are the packages that the program imports; hosted, the host's list decides. `import torch` inside of
them means the built-in engine, never PyTorch.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import metadata
from importlib.machinery import ModuleSpec
from typing import Any

from autograd_studio import host_faults

from ...catalogue import say
from . import preread

SETTING = "AUTOGRAD_STUDIO_PACKAGES"

# What a server lends to every program, where it is installed, unless its host has said otherwise.
LENT = ("tqdm", "einops", "matplotlib")

# What of a package is imported late, and so must be loaded with it.
PARTS = {
    "tqdm": ("tqdm.auto",),
    "einops": ("einops.layers.torch", "einops._torch_specific"),
    "matplotlib": ("matplotlib.pyplot", "autograd_studio.sandbox.child.figures", "mpl_toolkits.mplot3d"),
    "seaborn": ("matplotlib.pyplot", "autograd_studio.sandbox.child.figures"),
    "sklearn": ("sklearn.datasets.data", "sklearn.datasets.descr"),
}
TOGETHER = {"mpl_toolkits": "matplotlib"}

# What others use if it is there, and do without.
LEFT_OUT = {"pyarrow": say("sandbox.package.threads")}

# They do something to the user's screen as soon as they are imported.
NOT_MODULES = ("antigravity", "this")

_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t]+(?P<package>[\w.]+)[ \t]+import[ \t]*(?P<names>\([^)]{0,2000}\)|[^\n;#]*)"
    r"|import[ \t]+(?P<modules>[^\n;#]+))",
    re.MULTILINE,
)
_ALIAS = re.compile(r"\bas\s+\w+")
MOST_NAME = 100  # characters of a package, or the names that are imported from one would take as many each

# By package, why it could not be loaded in this process; None if it was.
_loaded: dict[str, str | None] = {}

# The packages whose files were read in this process, or need not be.
_read = {"torch", "autograd_engine", "autograd_studio", "msgspec"}


def imported(source: str) -> set[str]:
    """Return the modules that a program seems to import: a guess from its text, which decides only what is loaded for it.

    What is imported from a package may be a module of it.
    """
    found = set()
    for match in _IMPORT.finditer(source):
        names = re.findall(r"[\w.]+", _ALIAS.sub("", match["names"] or match["modules"] or ""))
        package = match["package"]
        if package and len(package) > MOST_NAME:
            continue
        found |= {package, *(f"{package}.{name}" for name in names)} if package else set(names)
    return {name for name in found if all(part.isidentifier() for part in name.split("."))}


def top(name: str) -> str:
    """Return the package that a module belongs to."""
    package = name.partition(".")[0]
    return TOGETHER.get(package, package)


def lent(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the packages that the host lends to every program; one that it names and that is not installed is left out."""
    text = environment.get(SETTING)
    if text is None:
        return tuple(name for name in LENT if is_installed(name))
    names = re.findall(r"[^\s,]+", text)
    installed = tuple(name for name in names if is_installed(name))
    for name in names:
        if name not in installed:
            host_faults.add(f"{SETTING} names {name!r}, which is not installed")
    return installed


def is_installed(package: str) -> bool:
    """Return whether this is a module of the standard library, or a package that was installed.

    A script that merely lies in a folder of `sys.path` is neither: importing it would run it.
    """
    if package in sys.stdlib_module_names:
        return package not in NOT_MODULES
    with suppress(ImportError, ValueError):  # a module without a spec
        if importlib.util.find_spec(package) is None:
            return False
        if not _is_distributed(package):
            _distributed.cache_clear()  # it may have been installed since
        return _is_distributed(package)
    return False


def _is_distributed(package: str) -> bool:
    return package in _distributed()


@cache
def _distributed() -> frozenset[str]:
    """Return the packages that were installed; asking takes longer than running most programs."""
    return frozenset(metadata.packages_distributions())


def load(modules: Iterable[str], check: Callable[[str], None] = lambda package: None) -> dict[str, str | None]:
    """Import these modules, with what they import late; return by package why it is not to be had, None if it is.

    `check` is told each package that was imported.
    """
    modules = set(modules)
    packages = {top(name) for name in modules} - _loaded.keys()
    if not packages:
        return _loaded
    from autograd_engine.run.program import torch_modules

    if not _loaded:
        sys.meta_path.insert(0, _Without())
    _loaded.update(LEFT_OUT)
    with torch_modules(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for package in sorted(packages - LEFT_OUT.keys()):
            _loaded[package] = _fault(package)
            if _loaded[package] is None:
                parts = {name for name in modules if top(name) == package}
                _prepare(package, [*PARTS.get(package, ()), *sorted(parts)])
            check(package)
    return _loaded


def _fault(package: str) -> str | None:
    """Import a package and return why that fails, if it does."""
    try:
        importlib.import_module(package)
    except BaseException as error:  # whatever it does when it is imported
        return say("sandbox.package.fault", error=type(error).__name__, message=error)
    return None


def _prepare(package: str, parts: list[str]) -> None:
    """Load of a package that was imported, and of those that it uses, what they read later; `parts` may be modules."""
    for name in {name.partition(".")[0] for name in sys.modules} - _read - sys.stdlib_module_names:
        _read.add(name)
        if _is_distributed(name):
            for folder in getattr(sys.modules.get(name), "__path__", ()):
                preread.read(folder)
    for name in parts:
        with suppress(Exception):
            importlib.import_module(name)
    if package == "tqdm":
        sys.modules["tqdm"].tqdm.monitor_interval = 0  # or it starts a thread that watches its bars


class _Without:
    """Finds no module that programs do without; to be asked before all finders."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Find no module.

        Raises:
            ModuleNotFoundError: there might be one.
        """
        if top(name) in LEFT_OUT:
            raise ModuleNotFoundError(say("sandbox.package.left_out", name=name, reason=LEFT_OUT[top(name)]), name=name)


class Late:
    """Finds modules that are asked for after the lock has closed, among what was read; to be asked after all finders."""

    def __init__(self, tried: Container[str]) -> None:
        self._tried = tried

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Return how to load a module whose source was read.

        Raises:
            ModuleNotFoundError: there may well be one, but it cannot be read any more.
        """
        found = preread.spec(name, path or ())
        is_late = name in sys.stdlib_module_names or _loaded.get(top(name), "") is None
        if found is None and is_late and name not in self._tried:
            raise ModuleNotFoundError(say("sandbox.package.not_loaded", name=name), name=name)
        return found


class Unfit(Exception):
    """A package that a process must not load of which others are forked."""

    def __init__(self, package: str, reason: str) -> None:
        super().__init__(package, reason)
        self.package = package
        self.reason = reason


class Library:
    """What the programs of a server may import beside the usual, and what of it its processes have loaded."""

    def __init__(self, lent: Iterable[str], is_open: bool) -> None:
        self._lent = frozenset(lent)
        self._is_open = is_open  # whatever is installed may be imported
        self._lock = threading.Lock()
        self.modules: frozenset[str] = frozenset() if is_open else self._lent
        self.unfit: dict[str, str] = {}

    def wanted(self, source: str, usual: Container[str], locked: bool) -> frozenset[str]:
        """Return the modules to load for a program, which may import the `usual` packages anyway.

        A `locked` program came with a link: nothing is imported outside of the lock because it says so.
        """
        found = {name for name in imported(source) if top(name) not in usual}
        if not self._is_open or locked:
            return self._lent if any(top(name) in self._lent for name in found) else frozenset()
        return frozenset(name for name in found if is_installed(top(name)))

    def grow(self, modules: frozenset[str]) -> bool:
        """Add modules to those that are loaded; return whether there are new ones."""
        with self._lock:
            before, self.modules = self.modules, self.modules | self.fit(modules)
            return self.modules != before

    def fit(self, modules: frozenset[str]) -> frozenset[str]:
        """Return those of the modules that are not of an unfit package."""
        return frozenset(name for name in modules if top(name) not in self.unfit)

    def leave_out(self, unfit: Unfit) -> None:
        """Load a package no more."""
        with self._lock:
            self.unfit[unfit.package] = unfit.reason
            self.modules = self.fit(self.modules)
