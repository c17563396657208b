"""`torch.cuda.amp`: the names of old of what is in `torch.amp`."""

import functools
from collections.abc import Callable
from typing import Any

from ... import torch
from ...base.warn import warn
from ..amp import autocast_mode, grad_scaler


class autocast(autocast_mode.autocast):
    """Autocast on a GPU; deprecated in favour of `torch.amp.autocast`."""

    def __init__(self, enabled: bool = True, dtype: Any = torch.float16, cache_enabled: bool = True) -> None:
        _warn("autocast(args...)", "autocast('cuda', args...)")
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(grad_scaler.GradScaler):
    """A GradScaler on a GPU; deprecated in favour of `torch.amp.GradScaler`."""

    def __init__(self, *args: Any, **named: Any) -> None:
        _warn("GradScaler(args...)", "GradScaler('cuda', args...)")
        super().__init__("cuda", *args, **named)


def _warn(old: str, new: str) -> None:
    warn(f"`torch.cuda.amp.{old}` is deprecated. Please use `torch.amp.{new}` instead.", FutureWarning)


def _deprecated(name: str) -> Callable:
    function = functools.partial(getattr(autocast_mode, name), device_type="cuda")

    @functools.wraps(getattr(autocast_mode, name))
    def old(*args: Any, **named: Any) -> Callable:
        _warn(f"{name}(args...)", f"{name}(args..., device_type='cuda')")
        return function(*args, **named)

    return old


custom_fwd, custom_bwd = _deprecated("custom_fwd"), _deprecated("custom_bwd")
