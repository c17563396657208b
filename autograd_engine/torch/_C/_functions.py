"""`torch._C._functions`: nodes by name."""

from ...accumulate import AccumulateGrad
from ...placeholders import DelayedError, UndefinedGrad

__all__ = ["AccumulateGrad", "DelayedError", "UndefinedGrad"]
