"""A table by tensor: what is known of each, as long as the program has it."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

import torch


class ByTensor:
    """Known weakly and by identity, like PyTorch's own WeakTensorKeyDictionary, which makes an object for each look."""

    __slots__ = ("_held", "__weakref__")

    def __init__(self) -> None:
        self._held: dict[int, tuple[weakref.ref, Any]] = {}

    def get(self, tensor: torch.Tensor | None, default: Any = None) -> Any:
        """Return what is known of a tensor."""
        found = self._held.get(id(tensor))
        return default if found is None or found[0]() is not tensor else found[1]

    def __getitem__(self, tensor: torch.Tensor) -> Any:
        reference, value = self._held[id(tensor)]
        if reference() is not tensor:
            raise KeyError(tensor)
        return value

    def __contains__(self, tensor: torch.Tensor) -> bool:
        found = self._held.get(id(tensor))
        return found is not None and found[0]() is tensor

    def __setitem__(self, tensor: torch.Tensor, value: Any) -> None:
        key = id(tensor)
        known = self._held.get(key)
        if known is None or known[0]() is not tensor:
            self._held[key] = weakref.ref(tensor, _forgetting(self._held, key)), value
        else:
            self._held[key] = known[0], value

    def __delitem__(self, tensor: torch.Tensor) -> None:
        del self._held[id(tensor)]

    def pop(self, tensor: torch.Tensor, default: Any = None) -> Any:
        """Return what is known of a tensor, and forget it."""
        value = self.get(tensor, default)
        if tensor in self:
            del self[tensor]
        return value

    def items(self) -> Iterator[tuple[torch.Tensor, Any]]:
        """Yield each tensor that is still there, and what is known of it."""
        for reference, value in list(self._held.values()):
            tensor = reference()
            if tensor is not None:
                if hasattr(tensor, "_fix_weakref"):  # one that only PyTorch has held, of PyTorch 2.6
                    tensor._fix_weakref()
                yield tensor, value

    def __iter__(self) -> Iterator[torch.Tensor]:
        for tensor, _ in self.items():
            yield tensor


def _forgetting(held: dict[int, tuple[weakref.ref, Any]], key: int) -> Any:
    """Return what forgets an entry whose tensor is gone, unless the place is another's already."""

    def forget(reference: weakref.ref) -> None:
        found = held.get(key)
        if found is not None and found[0] is reference:
            del held[key]

    return forget
