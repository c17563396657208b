"""`torch.autograd`."""

from ... import torch
from ...graph.anomaly import detect_anomaly, set_detect_anomaly
from ...graph.grad_mode import (
    enable_grad,
    is_multithreading_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from ...graph.inference import inference_mode
from ...graph.saved import SavedTensor
from ...passes.backward import backward, grad
from ...passes.function import Function
from . import forward_ad, function, functional, grad_mode, graph, profiler
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .variable import Variable

__all__ = [
    "Function", "GradcheckError", "SavedTensor", "Variable", "backward", "detect_anomaly", "enable_grad", "forward_ad",
    "function", "functional", "grad", "grad_mode", "gradcheck", "gradgradcheck", "graph", "inference_mode",
    "is_multithreading_enabled", "no_grad", "profiler", "set_detect_anomaly", "set_grad_enabled", "set_multithreading_enabled",
    "torch",
]  # fmt: skip
