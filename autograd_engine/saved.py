"""Saved tensors: what a node keeps for its backward, and the checks when it is read again.

A saved input is the tensor itself and the version it had; a saved output is its array and version counter, because
the tensor would hold the node and the node the tensor. Reading one that was written to since, or freed, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from . import errors
from .graph import Node
from .tensor import Tensor, make, wrap

# The innermost pair of functions that pack and unpack what is saved, None outside of saved_tensors_hooks.
_hooks: ContextVar[tuple[Callable, Callable] | None] = ContextVar("saved_tensors_hooks", default=None)
hooks = _hooks.get


class Packed:
    """What a pair of saved-tensor hooks made of a saved tensor, in the place of the tensor."""

    __slots__ = ("value", "unpack_hook", "is_result", "nr")

    _cell = (-1,)  # equal to no version, so that reading it takes the slow path


def unpack(node: Node, tensor: Any, version: int) -> Any:
    """Return the array of a saved input that is no longer at `version`: unpacked by a hook, or not at all."""
    if type(tensor) is Packed:
        return _unpacked(tensor)._data
    raise errors.modified(tensor, version, tensor._node, tensor._nr)


def unpack_tensor(node: Node, tensor: Any, version: int) -> Any:
    """Return a saved input as a tensor; the counterpart of `unpack` under create_graph."""
    if type(tensor) is Packed:
        return _unpacked(tensor)
    raise errors.modified(tensor, version, tensor._node, tensor._nr)


def unpack_result(node: Node, nr: int, array: Any, cell: Any, version: int) -> Any:
    """Return the array of a saved output whose counter is no longer at `version`, by a hook or not at all."""
    if type(array) is Packed:
        return _unpacked(array)._data
    raise errors.modified(result_tensor(node, nr, array, cell), version, node, nr)


def unpack_result_tensor(node: Node, nr: int, array: Any, cell: Any, version: int) -> Tensor:
    """Return a saved output as a tensor again: its array, its grad_fn, its version counter."""
    if type(array) is Packed:
        return _unpacked(array)
    if cell[0] != version:
        raise errors.modified(result_tensor(node, nr, array, cell), version, node, nr)
    return result_tensor(node, nr, array, cell)


def result_tensor(node: Node, nr: int, array: Any, cell: Any) -> Tensor:
    """Return a tensor like the one `node` computed as output `nr`."""
    tensor = make(Tensor, array)
    tensor._node = node
    tensor._nr = nr
    tensor._req = True
    tensor._cell = cell
    return tensor


def _unpacked(packed: Packed) -> Tensor:
    tensor = packed.unpack_hook(packed.value)
    if not isinstance(tensor, Tensor):
        raise TypeError(
            "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
            f"{type(tensor).__name__}"
        )
    return tensor


def pack(tensor: Tensor) -> Packed:
    """Hand a tensor that is about to be saved to the innermost pack hook."""
    pack_hook, unpack_hook = _hooks.get()
    packed = Packed()
    packed.unpack_hook = unpack_hook
    token = _hooks.set(None)
    try:
        packed.value = pack_hook(tensor)
    finally:
        _hooks.reset(token)
    return packed


@contextmanager
def using_hooks(pack_hook: Callable, unpack_hook: Callable) -> Iterator[None]:
    """Pass every tensor saved inside the block through `pack_hook`, and back through `unpack_hook` when read."""
    token = _hooks.set((pack_hook, unpack_hook))
    try:
        yield
    finally:
        _hooks.reset(token)


def number_tensor(value: Any) -> Tensor:
    """Return a saved Python number as PyTorch shows it: a 0-d tensor of the number's own widest dtype."""
    import numpy as np

    kinds = {bool: np.bool_, int: np.int64, float: np.float64}
    return wrap(kinds[type(value)](value))
