"""Where modules and classes say they live: what a program prints of them names torch, not this package."""

import sys
from collections.abc import Callable
from types import FunctionType


def name_after_torch() -> None:
    """Give this package's modules, their classes and functions, the names of those of torch that they stand for."""
    own = __package__
    for name, module in list(sys.modules.items()):
        if name == own or name.startswith(f"{own}."):
            module.__name__ = "torch" + name.removeprefix(own)
            for value in vars(module).values():
                if isinstance(value, type | FunctionType) and value.__module__.startswith(f"{own}."):
                    value.__module__ = "torch" + value.__module__.removeprefix(own)


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
