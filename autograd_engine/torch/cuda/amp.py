"""`torch.cuda.amp`: the names of old of what is in `torch.amp`."""

import functools
from collections.abc import Callable
from typing import Any

from ...base.warn import warn
from ..amp import autocast_mode
from ..amp.grad_scaler import deprecated_for

autocast, GradScaler = autocast_mode.deprecated_for("cuda"), deprecated_for("cuda")


def _deprecated(name: str) -> Callable:
    function = functools.partial(getattr(autocast_mode, name), device_type="cuda")

    @functools.wraps(getattr(autocast_mode, name))
    def old(*args: Any, **named: Any) -> Callable:
        warn(
            f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}(args..., device_type='cuda')` "
            "instead.",
            FutureWarning,
        )
        return function(*args, **named)

    return old


custom_fwd, custom_bwd = _deprecated("custom_fwd"), _deprecated("custom_bwd")
