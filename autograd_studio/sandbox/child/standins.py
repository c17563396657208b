"""Stand-ins for packages that are not here: plots and progress bars do nothing, others fail where they are used.

A program that was copied from somewhere often imports what it does not need for its gradients. So the import itself
succeeds, and a note on stderr says so once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, NoReturn

from ...catalogue import say
from . import memory_files

# What is only looked at, but in a window, a browser, a file or a service that a program here does not reach.
SILENT = "plotly torchviz torchinfo torchsummary wandb tensorboard tensorboardX visdom IPython"

# What is only looked at, and what is said of it.
IDLE = {
    **dict.fromkeys(SILENT.split(), say("sandbox.idle.shown")),
    **dict.fromkeys(
        ("matplotlib", "mpl_toolkits", "seaborn"),
        say("sandbox.idle.figures"),
    ),
    "tqdm": say("sandbox.idle.bar"),
}


class Idle:
    """Whatever is asked of it, does nothing: its attributes, items and results are idle, too."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _KNOWN.get(name) or Idle()

    def _idle(self, *args: Any, **named: Any) -> Idle:
        return Idle()

    __call__ = __getitem__ = __enter__ = _idle

    def __setitem__(self, index: Any, value: Any) -> None: ...

    def __iter__(self) -> Iterator:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __exit__(self, *error: Any) -> None: ...

    def __repr__(self) -> str:
        return say("sandbox.idle.nothing")


class Bar(Idle):
    """A progress bar that shows none: it goes through what it was given."""

    def __init__(self, iterable: Any = (), *args: Any, **named: Any) -> None:
        self.iterable = iterable

    def __enter__(self) -> Bar:
        return self

    def __iter__(self) -> Iterator:
        return iter(self.iterable)

    def __len__(self) -> int:
        return len(self.iterable)

    @staticmethod
    def write(text: str, *args: Any, **named: Any) -> None:
        """Print a line, as tqdm.write does."""
        print(text)


class Missing:
    """What a program took from a package that is not here: using it says so."""

    def __init__(self, message: str, name: str) -> None:
        self.__dict__.update(message=message, name=name)

    def _refuse(self, *args: Any, **named: Any) -> NoReturn:
        raise ModuleNotFoundError(self.message, name=self.name)

    __call__ = __getitem__ = __setitem__ = __setattr__ = __iter__ = __enter__ = __mro_entries__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(self.message, self.name)


# What a result is taken apart of, and what does something after all.
_KNOWN = {
    "subplots": lambda *args, **named: (Idle(), Idle()),
    "plot": lambda *args, **named: [Idle()],
    "hist": lambda *args, **named: (Idle(), Idle(), Idle()),
    "tqdm": Bar,
    "tqdm_notebook": Bar,
    "trange": lambda *args, **named: Bar(range(*args)),
}


class _Module(ModuleType):
    """A module of a package that is not here; what is asked of it is idle, or missing with this message."""

    __path__: list[str] = []

    def __init__(self, name: str, message: str | None) -> None:
        super().__init__(name)
        self._message = message

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(Idle(), name) if self._message is None else Missing(self._message, self.__name__)


# A program's own, by name. Others must not find them in sys.modules: matplotlib asks there for the version of IPython.
_made: dict[str, _Module] = {}


def import_stand_in(name: str, fromlist: Any, message: str) -> ModuleType:
    """Return what `import name` gives: the package, or the module itself if names are taken from it.

    Unless it is only looked at, a gradient may depend on it: using it is an error with this message.
    """
    package = name.partition(".")[0]
    if package not in _made:
        how = say("sandbox.idle.files" if package == "tempfile" else "sandbox.idle.until_used")
        print(say("sandbox.idle.package", package=package, how=IDLE.get(package, how)), file=sys.stderr)
    message = None if package in IDLE else message
    path = ""
    for part in name.split("."):
        above, path = path, f"{path}.{part}".strip(".")
        module = _made.setdefault(path, _Module(path, message))
        if path == "tempfile":
            vars(module).update(memory_files.TEMPFILE)
        if above:
            setattr(_made[above], part, module)
    return _made[name if fromlist else package]


def stand_in_for_torch(name: str, fromlist: Sequence[str]) -> None:
    """Have an import statement find stand-ins for those of PyTorch's modules that the engine lacks."""
    from autograd_engine.torch._absent import absence

    parts = name.split(".")
    parents = [".".join(parts[:end]) for end in range(2, len(parts) + 1)]
    for module in [*parents, *(f"{name}.{one}" for one in fromlist)]:
        message = None if module in sys.modules else absence(module)
        if message is not None:
            print(say("sandbox.idle.module", module=module), file=sys.stderr)
            sys.modules[module] = _Module(module, message)
