"""`torch.func`: of its functions, the one that calls a module with other parameters than its own."""

from .nn.utils.stateless import called_with as functional_call

__all__ = ["functional_call"]
