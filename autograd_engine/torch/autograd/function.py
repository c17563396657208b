"""`torch.autograd.function`: what authors of custom Functions import."""

from ...function import BackwardCFunction, Function, FunctionCtx, FunctionMeta, once_differentiable

__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "once_differentiable"]
