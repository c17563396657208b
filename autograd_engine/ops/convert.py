"""Conversions between dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..op import op
from ..tensor import Tensor


@op("ToCopyBackward0", self=lambda grad, self_dtype: to_numpy_dtype(grad, self_dtype))
def _to_copy(self, dtype):
    return self.astype(dtype)


def to_numpy_dtype(tensor: Any, dtype: np.dtype) -> Any:
    """Return an array or tensor in the given numpy dtype; itself if it has it already."""
    if isinstance(tensor, Tensor):
        return tensor if tensor._data.dtype == dtype else _to_copy(tensor, dtype)
    return tensor if tensor.dtype == dtype else tensor.astype(dtype)
