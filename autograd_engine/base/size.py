"""`torch.Size`: a tensor's shape, a tuple that prints its name."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any

from .foreign import TypeInC, type_name


class Size(tuple, metaclass=TypeInC):
    """A tuple of ints; slices and sums of sizes are sizes again."""

    __slots__ = ()
    __module__ = "torch"

    def __new__(cls, sizes: Iterable = ()) -> Size:
        """Return the size of these lengths, which must be ints."""
        return super().__new__(cls, [_length(i, n) for i, n in enumerate(sizes)])

    def numel(self) -> int:
        """Return the number of elements of a tensor of this size."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(repr, self))}])"

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        return Size(item) if isinstance(key, slice) else item

    def __add__(self, other: Any) -> Any:
        if isinstance(other, tuple):
            return Size(tuple.__add__(self, other))
        found = type(other).__radd__(other, self) if hasattr(type(other), "__radd__") else NotImplemented
        if found is NotImplemented:
            raise TypeError(f"can only concatenate tuple (not {type_name(other)}) to torch.Size")
        return found

    def __radd__(self, other: Any) -> Any:
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, times: int) -> Size:
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__


def _length(place: int, value: Any) -> int:
    try:
        return int(operator.index(value))
    except TypeError:
        name = type(value).__name__
        raise TypeError(f"torch.Size() takes an iterable of 'int' (item {place} is '{name}')") from None
