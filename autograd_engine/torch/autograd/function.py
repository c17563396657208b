"""`torch.autograd.function`: what authors of custom Functions import."""

from typing import Any

from ...passes.function import Function, FunctionMeta, once_differentiable
from ...passes.function_node import BackwardCFunction, FunctionCtx

__all__ = [
    "BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction", "NestedIOFunction",
    "once_differentiable",
]  # fmt: skip


class InplaceFunction(Function):
    """A Function by its old name for those that write to their inputs."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class NestedIOFunction(Function):
    """What Functions of nested arguments were based on when they were called on instances, which fails in PyTorch too."""

    def __call__(self, *input: Any) -> Any:
        """Fail, for want of what PyTorch calls here and has no more."""
        return super()._do_forward(*input)

    def forward_extended(self, *input: Any) -> Any:
        """Compute the outputs; a subclass defines it."""
        raise NotImplementedError

    def backward_extended(self, *grad_output: Any) -> Any:
        """Compute the gradients; a subclass defines it."""
        raise NotImplementedError
