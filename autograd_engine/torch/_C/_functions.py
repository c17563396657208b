"""`torch._C._functions`: nodes by name."""

from ...graph.accumulate import AccumulateGrad

__all__ = ["AccumulateGrad"]
