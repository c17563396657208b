"""Modules whose attributes programs set, `torch.backends.cudnn.benchmark = False`: for the run, not for the process."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from types import ModuleType
from typing import Any


class Switch:
    """An attribute with a default."""

    def __init__(self, default: Any) -> None:
        self._value = ContextVar("switch", default=default)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self._value.get()

    def __set__(self, instance: object, value: Any) -> None:
        self._value.set(value)


def switches(module: str, **defaults: Any) -> None:
    """Give a module attributes that are switches."""
    fields = {name: Switch(value) for name, value in defaults.items()}
    sys.modules[module].__class__ = type("Switches", (ModuleType,), fields)
