"""Modules that are a function with settings: the settings are declared once, as the fields of a dataclass."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import dataclass_transform

from .module import Module


class Configured(Module):
    """A module without parameters; its fields are the arguments of its constructor, its attributes and its text."""

    def __post_init__(self) -> None:
        Module.__init__(self)

    def extra_repr(self) -> str:
        """Return "field=value" for each field; `inplace` is shown only where it is set."""
        shown = [field.name for field in fields(self) if field.name != "inplace" or self.inplace]
        return ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)


@dataclass_transform(eq_default=False)
def configured(cls: type) -> type:
    """Give a Configured class its constructor.

    Defaults do not stay on the class: a buffer of the same name would never be found behind them.
    """
    cls = dataclass(repr=False, eq=False)(cls)
    for name in cls.__dict__["__annotations__"]:
        if name in cls.__dict__:
            delattr(cls, name)
    return cls
