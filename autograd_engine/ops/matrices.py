"""What every operator on matrices demands of them, and the error if it fails."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import dtypes, errors, positions
from ..op.namespaces import publish


class _LinAlgError(RuntimeError):
    """The error of an operation that a matrix does not allow, such as inverting a singular one."""

    __module__ = "torch._C"


publish("LinAlgError", _LinAlgError, ("linalg",))


def check_matrices(name: str, array: Any, argument: str = "A") -> None:
    """Raise PyTorch's error unless there are at least two dimensions."""
    if array.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {argument} must have at least 2 dimensions.")


def check_square(name: str, array: Any, argument: str = "A") -> None:
    """Raise PyTorch's error unless these are square matrices."""
    check_matrices(name, array, argument)
    rows, columns = array.shape[-2:]
    if rows != columns:
        raise RuntimeError(
            f"{name}: {argument} must be batches of square matrices, but they are {rows} by {columns} matrices"
        )


def check_floating(name: str, array: Any, kernel: str | None = None) -> None:
    """Raise PyTorch's error unless the dtype is float32 or float64 (any float, without a kernel's name)."""
    if array.dtype.kind != "f":
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {dtypes.OF_NUMPY[array.dtype].legacy}"
        )
    if kernel is not None and array.dtype.itemsize == 2:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {dtypes.OF_NUMPY[array.dtype].legacy}")


def check_supported(kernel: str, array: Any) -> None:
    """Raise PyTorch's error unless the dtype is float32 or float64, by the name of its kernel."""
    if array.dtype not in (np.float32, np.float64):
        raise errors.not_implemented(kernel, array.dtype)


def raise_if_failed(name: str, info: np.ndarray, problem: Any, error: type = _LinAlgError) -> None:
    """Raise an error that names the first matrix with a code other than 0; `problem(code)` explains it."""
    if not info.any():
        return
    place = int(positions.flatnonzero(info)[0])
    which = f"(Batch element {place}): " if info.ndim else ""
    raise error(f"{name}: {which}{problem(int(info.reshape(-1)[place]))}")
