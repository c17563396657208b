"""Saved tensors that may be written to: what `allow_mutation_on_saved_tensors` copies before a write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from ..base.array_memory import storage
from .saved import pop_hooks, push_hooks
from .tensor import Tensor


class _AllowMutationOnSavedContext:
    """What `allow_mutation_on_saved_tensors` keeps: the saved tensors, and the copies of those written to since."""

    def __init__(self) -> None:
        self.original: WeakKeyDictionary = WeakKeyDictionary()
        self.cloned: WeakKeyDictionary = WeakKeyDictionary()
        self.tid_to_weakhandle: WeakValueDictionary = WeakValueDictionary()

    def pack(self, tensor: Tensor) -> Any:
        """Return a handle for a tensor that is being saved, the same one for the same tensor and version."""
        key = (id(tensor), tensor._cell[0])
        handle = self.tid_to_weakhandle.get(key)
        if handle is None:
            handle = self.tid_to_weakhandle[key] = _Handle()
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


_mutation: ContextVar[_AllowMutationOnSavedContext | None] = ContextVar("mutation_allowed", default=None)
mutation = _mutation.get


@contextmanager
def mutation_allowed() -> Iterator[_AllowMutationOnSavedContext]:
    """Let saved tensors be written to inside the block."""
    if _mutation.get() is not None:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    context = _AllowMutationOnSavedContext()
    token = _mutation.set(context)
    push_hooks(context.pack, context.unpack)
    try:
        yield context
    finally:
        pop_hooks()
        _mutation.reset(token)
        context.original.clear()
        context.cloned.clear()
