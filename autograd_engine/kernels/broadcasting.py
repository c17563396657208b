"""Broadcasting undone: the one place where a gradient returns to the shape and dtype of its input."""

from typing import Any

import numpy as np

from .summation import total


def fitted(outs: tuple, fit: tuple) -> list:
    """Return gradients (arrays) summed to the shape and cast to the dtype that `fit` gives for each input."""
    return [
        out
        if out is None or wanted is None or out.shape == wanted[0] and out.dtype is wanted[1]
        else _fit(out, *wanted)
        for out, wanted in zip(outs, fit, strict=True)
    ]


def _fit(grad: np.ndarray, shape: tuple, dtype: np.dtype) -> Any:
    grad = sum_to_array(grad, shape)
    return grad if grad.dtype is dtype else grad.astype(dtype)


def sum_to_array(grad: np.ndarray, shape: tuple) -> np.ndarray:
    """Return `grad` summed over every dimension along which an array of `shape` was repeated."""
    if grad.shape == shape:
        return grad
    axes = summed_axes(grad.shape, shape)
    if axes:
        grad = total(grad, axes, True)
    return np.reshape(grad, shape)


def summed_axes(big: tuple, small: tuple) -> tuple[int, ...]:
    """Return the axes of `big` along which an array of shape `small` is repeated when broadcast to it."""
    lead = len(big) - len(small)
    return (*range(lead), *(lead + i for i, n in enumerate(small) if n == 1 and big[lead + i] != 1))
