"""Autocast: operations in a smaller dtype. Without a GPU PyTorch switches it off; on the CPU it is refused."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ... import torch
from ...base.device import device
from ...base.errors import lacks
from ...base.warn import warn

__all__ = ["autocast", "custom_bwd", "custom_fwd"]

_FAST = {"cuda": torch.float16, "cpu": torch.bfloat16}
_ON_CPU = (torch.float16, torch.bfloat16)


class autocast:
    """Chooses dtypes automatically inside `with autocast(device_type):`, or in a function that it decorates."""

    def __init__(
        self, device_type: str, dtype: Any = None, enabled: bool = True, cache_enabled: bool | None = None
    ) -> None:
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = device(device_type).type
        self.fast_dtype = _FAST.get(self.device, torch.float16) if dtype is None else dtype
        self._enabled = enabled
        if self.device != "cpu" and enabled:
            warn("CUDA is not available or torch_xla is imported. Disabling autocast.")
            self._enabled = False
        elif enabled and self.fast_dtype not in _ON_CPU:
            warn(
                "In CPU autocast, but the target dtype is not supported. Disabling autocast.\nCPU Autocast only supports dtypes "
                "of torch.bfloat16, torch.float16 currently."
            )
            self._enabled = False

    def __enter__(self) -> autocast:
        if self._enabled:
            raise lacks("autocast on the CPU", "convert with `.half()` or `.float()`")
        return self

    def __exit__(self, *error: Any) -> None: ...

    def __call__(self, function: Callable) -> Callable:
        """Return the function to be called with autocast on."""

        @functools.wraps(function)
        def decorated(*args: Any, **named: Any) -> Any:
            with self:
                return function(*args, **named)

        return decorated


def custom_fwd(fwd: Callable | None = None, *, device_type: str, cast_inputs: Any = None) -> Callable:
    """Return the forward of a custom Function as it is: there is no autocast in which it could choose a dtype."""
    return functools.partial(custom_fwd, device_type=device_type) if fwd is None else fwd


def custom_bwd(bwd: Callable | None = None, *, device_type: str) -> Callable:
    """Return the backward of a custom Function as it is: it computes as its forward did."""
    return functools.partial(custom_bwd, device_type=device_type) if bwd is None else bwd
