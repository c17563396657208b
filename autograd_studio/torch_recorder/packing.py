"""Hooks for saved tensors: whether the program has any now. To read what a node has saved would call them."""

from __future__ import annotations

from collections.abc import Callable

import torch

_AUTOGRAD = torch._C._autograd


def packs() -> bool:
    """Return whether the program has hooks for saved tensors now."""
    if hasattr(_AUTOGRAD, "_top_saved_tensors_default_hooks"):
        return _AUTOGRAD._top_saved_tensors_default_hooks(False) is not None
    return _depth > 0


_depth = 0


def _counted(name: str, change: int) -> Callable:
    """Return the function of PyTorch that begins or ends such hooks, which counts how many there are."""
    plain = getattr(_AUTOGRAD, name)

    def count(*args: object) -> None:
        global _depth
        plain(*args)
        _depth += change

    return count


if not hasattr(_AUTOGRAD, "_top_saved_tensors_default_hooks"):  # as in PyTorch 2.6, which does not tell
    for _name, _change in (("_push_saved_tensors_default_hooks", 1), ("_pop_saved_tensors_default_hooks", -1)):
        setattr(_AUTOGRAD, _name, _counted(_name, _change))
