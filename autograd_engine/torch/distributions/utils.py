"""What distributions share: parameters of one shape, probabilities and logits, and values computed when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from ..nn import functional as F

__all__ = ["broadcast_all", "clamp_probs", "lazy_property", "logits_to_probs", "probs_to_logits"]

Number = int | float | bool


def broadcast_all(*values: Tensor | Number) -> tuple[Tensor, ...]:
    """Return the values as tensors of one shape; numbers take the dtype of the first tensor, or the default one."""
    if not all(isinstance(value, Tensor | Number) for value in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
        )
    dtype = next((value.dtype for value in values if isinstance(value, Tensor)), torch.get_default_dtype())
    tensors = [value if isinstance(value, Tensor) else torch.tensor(value, dtype=dtype) for value in values]
    return torch.broadcast_tensors(*tensors)


def _standard_normal(shape: Sequence[int], dtype: Any, device: Any) -> Tensor:
    return torch.empty(shape, dtype=dtype, device=device).normal_()


def _sum_rightmost(value: Tensor, dim: int) -> Tensor:
    """Return the sum over the last `dim` dimensions."""
    return value if dim == 0 else value.reshape((*value.shape[:-dim], -1)).sum(-1)


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """Return the probabilities of logits: by sigmoid if binary, else by softmax over the last dimension."""
    return torch.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)


def clamp_probs(probs: Tensor) -> Tensor:
    """Return probabilities kept away from 0 and 1 by the dtype's precision."""
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Return the logits of probabilities: log odds if binary, else logarithms."""
    clamped = clamp_probs(probs)
    return torch.log(clamped) - torch.log1p(-clamped) if is_binary else torch.log(clamped)


class lazy_property:
    """A property that is computed once, when it is first asked for, with gradients in any mode."""

    def __init__(self, wrapped: Callable) -> None:
        self.wrapped = wrapped
        update_wrapper(self, wrapped)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        with torch.enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class ProbsOrLogits:
    """The parameters `probs` and `logits` of a distribution that is given one of them."""

    _binary = True

    def _given_one(self, probs: Any, logits: Any) -> Any:
        """Note which of the two was given, and return it."""
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._given = "logits" if probs is None else "probs"
        return logits if probs is None else probs

    @lazy_property
    def logits(self) -> Tensor:
        """The logits, computed from the probabilities if these were given."""
        return probs_to_logits(self.probs, is_binary=self._binary)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities, computed from the logits if these were given."""
        return logits_to_probs(self.logits, is_binary=self._binary)
