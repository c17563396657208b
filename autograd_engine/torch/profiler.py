"""`torch.profiler`: blocks that are run and not measured (`torch.autograd.profiler`)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from .autograd.profiler import profile, record_function

__all__ = ["ProfilerActivity", "profile", "record_function", "schedule", "tensorboard_trace_handler"]

ProfilerActivity = Enum("ProfilerActivity", ["CPU", "XPU", "CUDA", "MTIA", "HPU", "PrivateUse1"], start=0)


def schedule(*args: Any, **options: Any) -> Callable[[Any], None]:
    """Return what does nothing when it is called with a step or a profile."""
    return lambda step: None


tensorboard_trace_handler = schedule
