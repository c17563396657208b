"""`torch.func`: functions made of functions, and modules called with other parameters than their own."""

from ..transforms.batching import vmap
from ..transforms.derivatives import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp
from .nn.utils.stateless import functional_call_of as functional_call
from .nn.utils.stateless import stack_module_state

__all__ = [
    "functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "stack_module_state", "vjp", "vmap",
]  # fmt: skip
