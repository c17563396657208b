"""Spectral normalisation by a hook that computes the weight before each call."""

from __future__ import annotations

from typing import Any

from .... import torch
from ....graph.tensor import Tensor
from .. import functional as F
from ..modules.conv import _Transposed
from ..modules.module import Module

__all__ = ["SpectralNorm", "spectral_norm"]


class SpectralNorm:
    """The hook: it divides `name`_orig by its largest singular value."""

    def __init__(self, name: str, n_power_iterations: int, dim: int, eps: float) -> None:
        self.name = name
        self.dim = dim
        self.n_power_iterations = n_power_iterations
        self.eps = eps

    def as_matrix(self, weight: Tensor) -> Tensor:
        """Return the weight as a matrix with the dimension `dim` first."""
        if self.dim != 0:
            weight = weight.permute(self.dim, *[d for d in range(weight.ndim) if d != self.dim])
        return weight.reshape(weight.size(0), -1)

    def compute_weight(self, module: Module, in_training: bool) -> Tensor:
        """Return the weight with spectral norm 1."""
        weight, u, v = (getattr(module, self.name + suffix) for suffix in ("_orig", "_u", "_v"))
        matrix = self.as_matrix(weight)
        if in_training:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
                u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def __call__(self, module: Module, inputs: Any) -> None:
        """Compute the weight anew before the module runs."""
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(
    module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> Module:
    """Let a weight be divided by its largest singular value before each call."""
    if any(isinstance(hook, SpectralNorm) and hook.name == name for hook in module._forward_pre_hooks.values()):
        raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
    hook = SpectralNorm(name, n_power_iterations, _output_dim(module) if dim is None else dim, eps)
    weight = module._parameters[name]
    with torch.no_grad():
        height, width = hook.as_matrix(weight).size()
        u = F.normalize(weight.new_empty(height).normal_(0, 1), dim=0, eps=eps)
        v = F.normalize(weight.new_empty(width).normal_(0, 1), dim=0, eps=eps)
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.data)
    module.register_buffer(f"{name}_u", u)
    module.register_buffer(f"{name}_v", v)
    module.register_forward_pre_hook(hook)
    return module


def _output_dim(module: Module) -> int:
    """Return which dimension of a module's weight is that of the outputs."""
    return 1 if isinstance(module, _Transposed) else 0
