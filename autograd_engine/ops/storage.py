"""Storage: the memory that a tensor and its views share, as bytes or as elements of one type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..base import array_memory, dtypes
from ..base.device import CPU, device
from ..base.warn import first_time, warn
from ..op.argument_types import TYPES
from ..op.namespaces import function

_DEPRECATED = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. This "
    "should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
    "tensor.untyped_storage() instead of tensor.storage()"
)


class _Storage:
    """What both kinds have in common. `_memory` is the array of bytes or of elements."""

    __module__ = "torch.storage"

    def __init__(self, memory: np.ndarray) -> None:
        self._memory = memory

    @property
    def device(self) -> device:
        """Where the memory lies: always the CPU."""
        return CPU

    def data_ptr(self) -> int:
        """Return the address of the first byte."""
        return array_memory.address(self._memory)

    def size(self) -> int:
        """Return the number of elements."""
        return self._memory.size

    __len__ = size

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self._memory.nbytes

    def tolist(self) -> list:
        """Return the elements as numbers."""
        return self._memory.tolist()

    def __getitem__(self, index: int) -> Any:
        return self._memory[self._place(index)].item()

    def __setitem__(self, index: int, value: float) -> None:
        self._memory[self._place(index)] = value

    def __iter__(self) -> Iterator:
        return iter(self.tolist())

    def _place(self, index: int) -> int:
        if not -self.size() <= index < self.size():
            raise IndexError(f"index {index} out of range for storage of size {self.size()}")
        return index

    def __repr__(self) -> str:
        return (
            " "
            + "\n ".join(map(str, self))
            + f"\n[torch.storage.{type(self).__name__}({self._kind()}) of size {self.size()}]"
        )

    def _kind(self) -> str:
        return f"device={CPU}"


TYPES["torch.Storage"] = _Storage


class UntypedStorage(_Storage):
    """The bytes that a tensor and its views share."""

    __module__ = "torch.storage"


class TypedStorage(_Storage):
    """The elements that a tensor and its views share; deprecated in favour of their bytes."""

    __module__ = "torch.storage"

    @property
    def dtype(self) -> dtypes.dtype:
        """The type of the elements."""
        return dtypes.OF_NUMPY[self._memory.dtype]

    def _kind(self) -> str:
        return f"dtype={self.dtype}, {super()._kind()}"


@function("Tensor", takes="")
def untyped_storage(self):
    """Return the bytes that the tensor and its views share."""
    return UntypedStorage(array_memory.memory(self.array()).view(np.uint8))


@function("Tensor", takes="")
def storage(self):
    """Return the elements that the tensor and its views share."""
    if first_time(_DEPRECATED):
        warn(_DEPRECATED)
    array = self.array()
    return TypedStorage(array_memory.memory(array).view(array.dtype))
