"""`torch.profiler`: blocks that are run and not measured (`torch.autograd.profiler`)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from .autograd.profiler import profile, record_function

__all__ = [
    "ProfilerAction", "ProfilerActivity", "profile", "record_function", "schedule", "tensorboard_trace_handler",
]  # fmt: skip

ProfilerActivity = Enum("ProfilerActivity", ["CPU", "XPU", "CUDA", "MTIA", "HPU", "PrivateUse1"], start=0)
ProfilerAction = Enum("ProfilerAction", ["NONE", "WARMUP", "RECORD", "RECORD_AND_SAVE"], start=0)


def schedule(*args: Any, **options: Any) -> Callable[[int], ProfilerAction]:
    """Return what measures at no step."""
    return lambda step: ProfilerAction.NONE


def tensorboard_trace_handler(*args: Any, **options: Any) -> Callable[[profile], None]:
    """Return what writes nothing."""
    return lambda profiler: None
