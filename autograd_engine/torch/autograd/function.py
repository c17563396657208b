"""`torch.autograd.function`: what authors of custom Functions import."""

from ...function import BackwardCFunction, Function, FunctionCtx, FunctionMeta, once_differentiable

__all__ = [
    "BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction", "once_differentiable",
]  # fmt: skip


class InplaceFunction(Function):
    """A Function by its old name for those that write to their inputs."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace
