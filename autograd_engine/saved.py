"""Saved tensors: what a node keeps for its backward, and the checks when it is read again.

A saved input is the tensor itself and the version it had; a saved output is its array and version counter, because
the tensor would hold the node and the node the tensor. Reading one that was written to since, or freed, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from . import errors
from .graph import Node
from .tensor import Tensor, make, wrap
from .views import storage

# The innermost pair of functions that pack and unpack what is saved, None outside of saved_tensors_hooks.
_hooks: ContextVar[tuple[Callable, Callable] | None] = ContextVar("saved_tensors_hooks", default=None)
hooks = _hooks.get
_stack: ContextVar[tuple] = ContextVar("saved_tensors_hooks_stack", default=())
_disabled: ContextVar[str | None] = ContextVar("saved_tensors_hooks_disabled", default=None)


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


def push_hooks(pack_hook: Callable, unpack_hook: Callable) -> None:
    """Pass every tensor saved from now on through `pack_hook`, and back through `unpack_hook` when read."""
    if _disabled.get() is not None:
        raise RuntimeError(_disabled.get())
    _stack.set((*_stack.get(), (pack_hook, unpack_hook)))
    _hooks.set((pack_hook, unpack_hook))


def pop_hooks() -> None:
    """Take the innermost pair of hooks off."""
    stack = _stack.get()[:-1]
    _stack.set(stack)
    _hooks.set(stack[-1] if stack else None)


def disable_hooks(message: str | None) -> None:
    """Refuse hooks with `message`; None allows them again."""
    if message is not None and _stack.get():
        raise RuntimeError(message)
    _disabled.set(message)


disabled_message = _disabled.get


# ---- saved tensors that may be written to


class MutationAllowed:
    """What `allow_mutation_on_saved_tensors` keeps: the saved tensors, and the copies of those written to since."""

    def __init__(self) -> None:
        self.original: WeakKeyDictionary = WeakKeyDictionary()
        self.cloned: WeakKeyDictionary = WeakKeyDictionary()
        self._handles: WeakValueDictionary = WeakValueDictionary()

    def pack(self, tensor: Tensor) -> Any:
        """Return a handle for a tensor that is being saved, the same one for the same tensor and version."""
        key = (id(tensor), tensor._cell[0])
        handle = self._handles.get(key)
        if handle is None:
            handle = self._handles[key] = _Handle()
            self.original[handle] = tensor
        return handle

    def unpack(self, handle: Any) -> Tensor:
        """Return the tensor as it was when it was saved."""
        found = self.cloned.get(handle)
        if found is None and handle in self.original:
            found = self.original[handle]
        if found is None or _mutation.get() is not self:
            raise AssertionError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' contextin which the graph was originally "
                "recorded."
            )
        return found

    def about_to_write(self, memory: Any) -> None:
        """Copy every saved tensor on this memory that has no copy yet."""
        owner = storage(memory)
        for handle, tensor in list(self.original.items()):
            if storage(tensor.array()) is owner:
                self.cloned[handle] = tensor.clone()
                del self.original[handle]


class _Handle:
    __slots__ = ("__weakref__",)


_mutation: ContextVar[MutationAllowed | None] = ContextVar("mutation_allowed", default=None)
mutation = _mutation.get


@contextmanager
def mutation_allowed() -> Iterator[MutationAllowed]:
    """Let saved tensors be written to inside the block."""
    if _mutation.get() is not None:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    context = MutationAllowed()
    token = _mutation.set(context)
    push_hooks(context.pack, context.unpack)
    try:
        yield context
    finally:
        pop_hooks()
        _mutation.reset(token)
        context.original.clear()
        context.cloned.clear()


def number_tensor(value: Any) -> Tensor:
    """Return a saved Python number as PyTorch shows it: a 0-d tensor of the number's own widest dtype."""
    kinds = {bool: np.bool_, int: np.int64, float: np.float64}
    return wrap(kinds[type(value)](value))
