"""`torch.autograd`."""

from collections.abc import Iterator
from contextlib import contextmanager

from ... import torch
from ...graph.anomaly import detect_anomaly, set_detect_anomaly
from ...graph.grad_mode import (
    _force_original_view_tracking,
    enable_grad,
    enforce_grad_layout_policy,
    is_multithreading_enabled,
    is_view_replay_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from ...graph.inference import inference_mode
from ...graph.saved import SavedTensor
from ...graph.tensor import Tensor
from ...passes.backward import backward, grad
from ...passes.function import Function
from . import function, functional, grad_mode, graph
from .function import NestedIOFunction
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .variable import Variable

__all__ = [
    "Function", "GradcheckError", "NestedIOFunction", "SavedTensor", "Variable", "_force_original_view_tracking",
    "_unsafe_preserve_version_counter", "backward", "detect_anomaly", "enable_grad", "enforce_grad_layout_policy",
    "function", "functional", "grad", "grad_mode", "gradcheck", "gradgradcheck", "graph", "inference_mode",
    "is_multithreading_enabled", "is_view_replay_enabled", "no_grad", "set_detect_anomaly", "set_grad_enabled",
    "set_multithreading_enabled", "torch",
]  # fmt: skip


@contextmanager
def _unsafe_preserve_version_counter(tensors: Tensor | tuple[Tensor, ...]) -> Iterator[None]:
    """Let writes inside the block go uncounted."""
    tensors = (tensors,) if isinstance(tensors, Tensor) else tensors
    before = [tensor._version for tensor in tensors]
    yield
    torch._C._autograd._unsafe_set_version_counter(tensors, before)
