"""Where modules and classes say they live: what a program prints of them names torch, not this package."""

import functools
import warnings
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any


def name_after_torch(module: ModuleType) -> None:
    """Give a module of this package, its classes and functions, the names of those of torch that they stand for."""
    module.__name__ = _in_torch(module.__name__)
    for value in vars(module).values():
        if isinstance(value, type | FunctionType) and value.__module__.startswith(__package__):
            value.__module__ = _in_torch(value.__module__)


def _in_torch(name: str) -> str:
    return "torch" + name.removeprefix(__package__)


def own_name(name: str) -> str | None:
    """Return the name by which this package imports torch's module `name`, None for other modules."""
    return __package__ + name.removeprefix("torch") if name == "torch" or name.startswith("torch.") else None


def under_old_name(function: Callable, home: str) -> Callable:
    """Return a function under its name of long ago, without the underscore at its end; calling it warns."""
    old, new = f"{home}.{function.__name__[:-1]}", f"{home}.{function.__name__}"

    @functools.wraps(function)
    def deprecated(*args: Any, **kwargs: Any) -> Any:
        warnings.warn(f"`{old}` is now deprecated in favor of `{new}`.", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    deprecated.__name__ = deprecated.__qualname__ = function.__name__[:-1]
    deprecated.__doc__ = f"Do the same as `{new}`."
    return deprecated


def own(*methods: str) -> Callable:
    """Give a class methods it inherits under its own name, the one Python's error messages show."""

    def renamed(cls: type) -> type:
        for name in methods:
            inherited = getattr(cls, name)
            method = FunctionType(
                inherited.__code__, inherited.__globals__, name, inherited.__defaults__, inherited.__closure__
            )
            method.__kwdefaults__ = inherited.__kwdefaults__
            method.__doc__ = inherited.__doc__
            method.__qualname__ = f"{cls.__name__}.{name}"
            setattr(cls, name, method)
        return cls

    return renamed
