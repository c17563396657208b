"""`torch.autograd.grad_mode`."""

from ...graph.grad_mode import enable_grad, no_grad, set_grad_enabled, set_multithreading_enabled
from ...graph.inference import inference_mode

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled", "set_multithreading_enabled"]
