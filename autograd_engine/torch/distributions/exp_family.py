"""Distributions whose entropy and divergence follow from one function of their natural parameters."""

from __future__ import annotations

from ... import torch
from ...graph.tensor import Tensor
from .distribution import Distribution

__all__ = ["ExponentialFamily"]


class ExponentialFamily(Distribution):
    """A distribution that defines `_natural_params`, `_log_normalizer` of them, and `_mean_carrier_measure`."""

    @property
    def _natural_params(self) -> tuple[Tensor, ...]:
        raise NotImplementedError

    def _log_normalizer(self, *natural_params: Tensor) -> Tensor:
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self) -> float:
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """Return the entropy by the Bregman divergence of the log normalizer."""
        result = -self._mean_carrier_measure
        natural = [parameter.detach().requires_grad_() for parameter in self._natural_params]
        normalizer = self._log_normalizer(*natural)
        gradients = torch.autograd.grad(normalizer.sum(), natural, create_graph=True)
        result += normalizer
        for parameter, gradient in zip(natural, gradients, strict=True):
            result -= (parameter * gradient).reshape((*self._batch_shape, -1)).sum(-1)
        return result
