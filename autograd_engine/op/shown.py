"""What a reader sees of the functions that backward formulas call: plain maths, kept beside the function itself.

A function's own text is exact but speaks of dtypes, sizes and special cases. One without a plain form is shown as a call.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import NamedTuple


class Shown(NamedTuple):
    """A function's parameters, and what it computes for each input that it is a formula of ("" for any)."""

    parameters: tuple[str, ...]
    texts: dict[str, str]


SHOWN: dict[str, Shown] = {}

_WORD = re.compile(r"[A-Za-z_]\w*")


def shown(text: str | dict[str, str]) -> Callable:
    """Have the page show calls of a helper of formulas as this formula of its parameters."""

    def define(function: Callable) -> Callable:
        show(function, text)
        return function

    return define


def show(function: Callable, text: str | dict[str, str]) -> None:
    """Note the plain form of a function: a formula of its parameters and of the names of the node that calls it.

    It may have cases (`a if dim is None else b`). A function that computes several gradients has a form for each input of
    which a short one is known.
    """
    name, code = function.__name__, inspect.unwrap(function).__code__
    if name in SHOWN:
        raise ValueError(f"two functions that formulas call are named {name}: rename one, since readers see its name")
    SHOWN[name] = Shown(code.co_varnames[: code.co_argcount], {"": text} if isinstance(text, str) else text)


def shown_in(*texts: str) -> dict[str, Shown]:
    """Return what is known of the functions that formulas call, and of those that their plain forms call."""
    found: dict[str, Shown] = {}
    names = [name for text in texts for name in _WORD.findall(text)]
    while names:
        name = names.pop()
        if name in SHOWN and name not in found:
            found[name] = SHOWN[name]
            names += [inner for text in SHOWN[name].texts.values() for inner in _WORD.findall(text)]
    return found
