"""Namespaces: all operators, and where programs find them and the functions that are made of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable

from .definition import Op
from .out import with_out
from .signatures import parsed, recorded, shown_name

OPS: dict[str, Op] = {}


# Where public functions live: what a program finds as torch.<name>, as a method of Tensor, in torch.nn.functional ...
HOMES: dict[str, dict[str, Callable]] = {
    "torch": {}, "Tensor": {}, "nn.functional": {}, "linalg": {}, "special": {},
}  # fmt: skip


def function(
    *homes: str, name: str | None = None, takes: str | tuple[str, ...] | None = None, out: bool = False
) -> Callable:
    """Make a function that calls operators (a composite) public: in torch and as a method, or in the named homes.

    `name` is its public name where the module uses that name for something else. `takes` are its signatures as PyTorch
    prints them, where none are recorded; those of a method, if it is one, without "Tensor input". With `out`, it takes the
    keyword argument `out` everywhere but as a method.
    """
    homes = homes or ("torch", "Tensor")

    def define(definition: Callable) -> Callable:
        if name is not None:
            definition.__name__ = definition.__qualname__ = name
        for home in homes:
            public, method = definition, home == "Tensor"
            if out and not method:
                public = with_out(
                    public, shown_name(home, definition.__name__), functools.partial(_casts, definition.__name__)
                )
            if takes is not None and not recorded(home, definition.__name__):
                texts = (takes,) if isinstance(takes, str) else takes
                if "Tensor" in homes and not method:
                    texts = [", ".join(filter(None, ("Tensor input", text))) for text in texts]
                if out and not method:
                    texts = [f"{text}, {'' if '*' in text else '*, '}Tensor out = None" for text in texts]
                public = parsed(public, shown_name(home, definition.__name__), texts, method=method)
            publish(definition.__name__, public, (home,))
        return definition

    return define


def _casts(name: str) -> bool:
    """Return whether a function with `out=` writes into other dtypes too: elementwise ones do, and those that join."""
    return any(op.elementwise or op.tensors[0].many for op in OPS.values() if op.label == name)


def publish(name: str, definition: Callable, homes: tuple = ()) -> None:
    """Put `definition` under `name` into torch and on Tensor, or into the named homes."""
    for home in homes or ("torch", "Tensor"):
        HOMES[home][name] = definition


def named(name: str, doc: str | None = None) -> Callable:
    """Rename a function and give it its docstring, for those that are defined once for several names or dimensions."""

    def rename(definition: Callable) -> Callable:
        definition.__name__ = definition.__qualname__ = name
        definition.__doc__ = doc or definition.__doc__
        return definition

    return rename


def spelled(*names: str) -> Callable:
    """Give a function's parameters their names, for those that are defined once for several numbers of dimensions."""

    def spell(definition: Callable) -> Callable:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        definition.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in names])
        return definition

    return spell


def alias(**names: str) -> None:
    """Give public functions further names: `alias(multiply="mul")`."""
    for new_name, name in names.items():
        for home in HOMES.values():
            if name in home:
                home[new_name] = home[name]


def parse_calls() -> None:
    """Put PyTorch's argument parser before all public functions whose signatures are recorded."""
    for home, functions in HOMES.items():
        for name, function in functions.items():
            if texts := recorded(home, name):
                functions[name] = parsed(function, shown_name(home, name), texts, method=home == "Tensor")
