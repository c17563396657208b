"""Modules that are a function with settings: the settings are declared once, as the fields of a dataclass."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, dataclass_transform

from ....graph.tensor import Tensor
from ..._home import own
from .. import functional as F
from .module import Module


class Configured(Module):
    """A module without parameters; its fields are the arguments of its constructor, its attributes and its text."""

    _fields: tuple[str, ...] = ()
    _own = ("forward",)  # the methods that PyTorch defines in each subclass anew, so that its errors name the class

    def __post_init__(self) -> None:
        Module.__init__(self)

    def extra_repr(self) -> str:
        """Return "field=value" for each field; `inplace` is shown only where it is set."""
        shown = [name for name in self._fields if name != "inplace" or self.inplace]
        return ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)

    def _settings(self) -> dict[str, Any]:
        """Return the fields as the function takes them: by their names."""
        return {name: getattr(self, name) for name in self._fields}

    def _applied(self, *inputs: Tensor, **more: Any) -> Any:
        """Return the function of `inputs`; it is looked up at each call, as programs may replace it."""
        return getattr(F, self._function)(*inputs, **self._settings(), **more)

    def forward(self, input: Tensor) -> Any:
        """Return the function of `input`."""
        return self._applied(input)


@dataclass_transform(eq_default=False)
def configured(cls: type) -> type:
    """Give a Configured class its constructor.

    Defaults do not stay on the class: a buffer of the same name would never be found behind them.
    """
    cls = dataclass(repr=False, eq=False)(cls)
    cls._fields = tuple(field.name for field in fields(cls))
    for name in cls.__dict__.get("__annotations__", ()):
        if name in cls.__dict__:
            delattr(cls, name)
    return cls


def applies(function: str) -> Callable[[type], type]:
    """Give a Configured class its constructor, if it has fields, and a `forward`: this function of torch.nn.functional."""

    @dataclass_transform(eq_default=False)
    def applying(cls: type) -> type:
        cls._function = function
        return own(*cls._own)(configured(cls) if inspect.get_annotations(cls) else cls)

    return applying


_SHAPES = {1: "a sequence", 2: "an image", 3: "a volume"}


def by_dimensions(
    name: str, base: type, doc: str, dimensions: tuple[int, ...] = (1, 2, 3), methods: tuple[str, ...] = ("forward",)
) -> list[type]:
    """Return a class for each number of spatial dimensions: `name`1d, ..., with "{}" in `doc` for what it takes.

    A base that is a function gets the name of that function with the same ending. `methods` are those that PyTorch
    defines in each class anew, so that its errors name the class.
    """
    made = []
    for dims in dimensions:
        fields = {"__doc__": doc.format(_SHAPES[dims]), "__module__": base.__module__, "_dims": dims}
        if hasattr(base, "_function"):
            fields["_function"] = f"{base._function}{dims}d"
        made.append(own(*methods)(type(f"{name}{dims}d", (base,), fields)))
    return made
