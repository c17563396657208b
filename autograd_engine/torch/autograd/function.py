"""`torch.autograd.function`: what authors of custom Functions import."""

from ...passes.function import Function, FunctionMeta, once_differentiable
from ...passes.function_node import BackwardCFunction, FunctionCtx

__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "once_differentiable"]
