"""What programs set and ask of PyTorch's runtime: one thread and one device compute here, always in the same way."""

from __future__ import annotations

import os
from contextvars import ContextVar
from typing import Any

from ..base.device import device, require_cpu
from ..base.foreign import typename
from ..base.warn import is_warn_always_enabled, set_warn_always
from ..graph.anomaly import anomaly_enabled as is_anomaly_enabled
from ..graph.anomaly import check_nan_enabled as is_anomaly_check_nan_enabled
from ..graph.anomaly import set_anomaly_enabled

__all__ = [
    "_assert",
    "are_deterministic_algorithms_enabled", "get_default_device",
    "get_float32_matmul_precision", "get_num_threads", "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled", "is_autocast_enabled", "is_warn_always_enabled",
    "set_default_device", "set_float32_matmul_precision",
    "set_anomaly_enabled", "set_num_threads", "set_warn_always", "typename",
    "use_deterministic_algorithms",
]  # fmt: skip

# PyTorch takes as many as there are processors. Asked for once: a sandbox may forbid the question later.
_threads: ContextVar[int] = ContextVar("threads", default=os.cpu_count() or 1)
_precision: ContextVar[str] = ContextVar("precision", default="highest")
_deterministic: ContextVar[tuple[bool, bool]] = ContextVar("deterministic", default=(False, False))


def get_num_threads() -> int:
    """Return how many threads would compute: what the program set, or as many as there are processors."""
    return _threads.get()


def set_num_threads(n: int) -> None:
    """Note how many threads shall compute; it is always one."""
    if n <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _threads.set(n)


def get_float32_matmul_precision() -> str:
    """Return the precision the program asked for; products are always computed in full float32."""
    return _precision.get()


def set_float32_matmul_precision(precision: str) -> None:
    """Note which precision the program asks for."""
    _precision.set(precision)


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Note that the program asks for algorithms that always compute the same: all here do."""
    for name, value in (("'mode' (position 1)", mode), ("'warn_only'", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(
                f"_set_deterministic_algorithms(): argument {name} must be bool, not {type(value).__name__}"
            )
    _deterministic.set((mode, warn_only))


def are_deterministic_algorithms_enabled() -> bool:
    """Return whether the program asked for algorithms that always compute the same."""
    return _deterministic.get()[0]


def get_default_device() -> device:
    """Return the device of new tensors: the CPU."""
    return device("cpu")


def set_default_device(device: Any) -> None:
    """Refuse every device but the CPU."""
    require_cpu(device)


def is_autocast_enabled(device_type: str = "cuda") -> bool:
    """Return whether dtypes are chosen automatically: no."""
    return False


def _assert(condition: Any, message: str) -> None:
    """Raise an AssertionError with this message unless the condition holds."""
    if not condition:
        raise AssertionError(message)
