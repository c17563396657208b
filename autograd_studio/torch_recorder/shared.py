"""Shared memory: what NumPy arrays of the program have in common with tensors, which NumPy changes without a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.multiprocessing.reductions import StorageWeakRef

from .values import quiet

LENDING = ("numpy", "__array__", "__dlpack__")  # methods of a tensor whose results may lie in its memory
BORROWING = ("as_tensor", "asarray")  # functions whose tensors may lie in an array's memory

_BY_TORCH = ("from_numpy", "frombuffer", "from_dlpack")  # the same, but PyTorch tells no mode of their calls
_MOST = 16  # memories that are looked at, those that came last
_LARGEST = 1 << 14  # bytes


class Shared:
    """Memory in which NumPy can write, known weakly, and what it held when it was last looked at."""

    def __init__(self) -> None:
        self._known: dict[StorageWeakRef, torch.Tensor | None] = {}

    def add(self, tensor: torch.Tensor) -> None:
        """Look at the memory of a tensor from now on, if it is small."""
        with quiet():
            storage = tensor.untyped_storage()
            reference = StorageWeakRef(storage)
            if storage.nbytes() <= _LARGEST and reference not in self._known:
                self._known[reference] = _bytes(storage).clone()
                if len(self._known) > _MOST:
                    del self._known[next(iter(self._known))]

    def written(self, tensor: torch.Tensor) -> None:
        """PyTorch writes to the memory of a tensor."""
        if self._known:
            with quiet():
                reference = StorageWeakRef(tensor.untyped_storage())
            if reference in self._known:
                self._known[reference] = None

    def __bool__(self) -> bool:
        return bool(self._known)

    def changed(self) -> Iterator[torch.UntypedStorage]:
        """Yield the memory that has been written to by others."""
        for reference, before in list(self._known.items()):
            storage = torch.UntypedStorage._new_with_weak_ptr(reference.cdata)
            if storage is None:
                del self._known[reference]
                continue
            with quiet():
                now = _bytes(storage)
                if before is None or not torch.equal(now, before):
                    self._known[reference] = now.clone()
                    if before is not None:
                        yield storage


def _bytes(storage: torch.UntypedStorage) -> torch.Tensor:
    return torch.empty(0, dtype=torch.uint8).set_(storage)


@contextmanager
def watched(borrowed: Callable[[str, torch.Tensor], None]) -> Iterator[None]:
    """Hand over, with the function's name, the tensors that the program makes of NumPy's memory inside the block."""
    plain = {name: getattr(torch, name) for name in _BY_TORCH}

    def recorded(name: str) -> Any:
        def make(*args: Any, **kwargs: Any) -> torch.Tensor:
            tensor = plain[name](*args, **kwargs)
            borrowed(name, tensor)
            return tensor

        return make

    vars(torch).update({name: recorded(name) for name in _BY_TORCH})
    try:
        yield
    finally:
        vars(torch).update(plain)
