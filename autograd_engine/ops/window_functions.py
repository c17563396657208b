"""Window functions: weights that fall off to both sides, for a stretch of a signal."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from ..base import errors, promotion
from ..kernels import elementary
from .create import creation


def _window(definition: Callable) -> Callable:
    """Publish a window function: it gets the places 0 to n - 1, and may be one period of a periodic window."""

    @functools.wraps(definition)
    def window(window_length: int, periodic: bool = True, *shape: float, dtype: np.dtype | None, **named: float):
        dtype = dtype or promotion.default_float()
        name = definition.__name__
        if dtype.kind != "f":
            raise RuntimeError(
                f"{name} expects floating point dtypes, got: TensorOptions(dtype={errors.cpp_name(dtype)}, device=cpu, "
                "layout=Strided (default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))"
            )
        if window_length < 0:
            raise RuntimeError(f"{name} requires non-negative window_length, got window_length={window_length}")
        if window_length < 2:
            return np.ones(window_length, dtype)
        places = np.arange(window_length + bool(periodic)).astype(dtype)
        return definition(places, *shape, **named).astype(dtype, copy=False)[:window_length]

    return creation("torch")(window)


@_window
def bartlett_window(places):
    """Return a window that is a triangle."""
    rise = places * places.dtype.type(2 / (places.size - 1))
    return np.where(np.arange(places.size) <= (places.size - 1) // 2, rise, 2 - rise)


@_window
def hamming_window(places, alpha=0.54, beta=0.46):
    """Return a window `alpha - beta * cos`."""
    return _raised_cosine(places, alpha, beta)


@_window
def hann_window(places):
    """Return a window `0.5 - 0.5 * cos`."""
    return _raised_cosine(places, 0.5, 0.5)


def _raised_cosine(places: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    kind = places.dtype.type
    return elementary.cos(places * kind(2 * math.pi / (places.size - 1))) * kind(-beta) + kind(alpha)


@_window
def blackman_window(places):
    """Return a window that is a sum of two cosines."""
    kind = places.dtype.type
    angle = places * kind(math.pi / (places.size - 1))
    return elementary.cos(angle * kind(4)) * kind(0.08) - elementary.cos(angle * kind(2)) * kind(0.5) + kind(0.42)
