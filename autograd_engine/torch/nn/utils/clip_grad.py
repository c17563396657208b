"""Keeping gradients within bounds, in place."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from types import GeneratorType

from .... import torch
from ....graph.tensor import Tensor
from ..._home import under_old_name

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]

Tensors = Tensor | Iterable[Tensor]


def _as_list(tensors: Tensors) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _grads(parameters: list[Tensor]) -> list[Tensor]:
    return [parameter.grad for parameter in parameters if parameter.grad is not None]


def get_total_norm(
    tensors: Tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: bool | None = None
) -> Tensor:
    """Return the norm of all elements of several tensors together."""
    tensors, norm_type = _as_list(tensors), float(norm_type)
    if not tensors:
        return torch.tensor(0.0)
    with torch.no_grad():
        norms = [torch.linalg.vector_norm(tensor, norm_type) for tensor in tensors]
        total = torch.linalg.vector_norm(torch.stack(norms), norm_type)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. To "
            "disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total


def clip_grads_with_norm_(
    parameters: Tensors, max_norm: float, total_norm: Tensor, foreach: bool | None = None
) -> None:
    """Scale gradients whose total norm is known down to `max_norm`."""
    grads = _grads(_as_list(parameters))
    max_norm = float(max_norm)
    if not grads:
        return
    with torch.no_grad():
        factor = torch.clamp(max_norm / (total_norm + 1e-6), max=1.0)
        for grad in grads:
            grad.mul_(factor)


def clip_grad_norm_(
    parameters: Tensors, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:  # fmt: skip
    """Scale the gradients of parameters so that their norm together is at most `max_norm`; return what it was."""
    given = parameters
    parameters = _as_list(parameters)
    if isinstance(given, GeneratorType) and not parameters:
        warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=2)
    total = get_total_norm(_grads(parameters), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(parameters, max_norm, total)
    return total


clip_grad_norm = under_old_name(clip_grad_norm_, "torch.nn.utils")


def clip_grad_value_(parameters: Tensors, clip_value: float, foreach: bool | None = None) -> None:
    """Bring each element of the gradients into [-clip_value, clip_value]."""
    clip_value = float(clip_value)
    with torch.no_grad():
        for grad in _grads(_as_list(parameters)):
            grad.clamp_min_(-clip_value)
            grad.clamp_max_(clip_value)
