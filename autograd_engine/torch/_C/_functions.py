"""`torch._C._functions`: nodes by name."""

from ...graph.accumulate import AccumulateGrad
from ...passes.placeholders import DelayedError, UndefinedGrad

__all__ = ["AccumulateGrad", "DelayedError", "UndefinedGrad"]
