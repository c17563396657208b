"""Mixtures of distributions of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import torch
from ...tensor import Tensor
from . import constraints
from .categorical import Categorical
from .distribution import Distribution

__all__ = ["MixtureSameFamily"]


class MixtureSameFamily(Distribution):
    """A sample of one of the components, which lie along the last dimension of a batch; a Categorical chooses it."""

    arg_constraints = {}
    has_rsample = False

    def __init__(
        self,
        mixture_distribution: Categorical,
        component_distribution: Distribution,
        validate_args: bool | None = None,
    ) -> None:
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
        mdbs, cdbs = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for size1, size2 in zip(reversed(mdbs), reversed(cdbs), strict=False):
            if size1 != 1 and size2 != 1 and size1 != size2:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({mdbs}) is not compatible with "
                    f"`component_distribution.batch_shape`({cdbs})"
                )
        km, kc = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if km != kc:
            raise ValueError(
                f"`mixture_distribution component` ({km}) does not equal `component_distribution.batch_shape[-1]` ({kc})"
            )
        self._num_component = km
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(cdbs, component_distribution.event_shape, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> MixtureSameFamily:
        batch_shape = torch.Size(batch_shape)
        return self._expanded(
            MixtureSameFamily,
            batch_shape,
            _instance,
            _component_distribution=self._component_distribution.expand((*batch_shape, self._num_component)),
            _mixture_distribution=self._mixture_distribution.expand(batch_shape),
            _num_component=self._num_component,
            _event_ndims=self._event_ndims,
        )

    @constraints.dependent_property
    def support(self) -> constraints.Constraint:
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mixture_distribution(self) -> Categorical:
        """The distribution of the component."""
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Distribution:
        """The distributions of the components."""
        return self._component_distribution

    @property
    def mean(self) -> Tensor:
        probs = self._pad_mixture_dimensions(self.mixture_distribution.probs)
        return torch.sum(probs * self.component_distribution.mean, dim=-1 - self._event_ndims)

    @property
    def variance(self) -> Tensor:
        probs = self._pad_mixture_dimensions(self.mixture_distribution.probs)
        within = torch.sum(probs * self.component_distribution.variance, dim=-1 - self._event_ndims)
        between = torch.sum(
            probs * (self.component_distribution.mean - self._pad(self.mean)).pow(2.0), dim=-1 - self._event_ndims
        )
        return within + between

    def cdf(self, value: Tensor) -> Tensor:
        cdf = self.component_distribution.cdf(self._pad(value))
        return torch.sum(cdf * self.mixture_distribution.probs, dim=-1)

    def log_prob(self, value: Tensor) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        log_prob = self.component_distribution.log_prob(self._pad(value))
        log_mix_prob = torch.log_softmax(self.mixture_distribution.logits, dim=-1)
        return torch.logsumexp(log_prob + log_mix_prob, dim=-1)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        with torch.no_grad():
            component_dim = len(sample_shape) + len(self.batch_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            samples = self.component_distribution.sample(sample_shape)
            index = chosen.reshape(chosen.shape + (1,) * (self._event_ndims + 1))
            index = index.repeat((1,) * (chosen.dim() + 1) + tuple(self.event_shape))
            return torch.gather(samples, component_dim, index).squeeze(component_dim)

    def _pad(self, value: Tensor) -> Tensor:
        return value.unsqueeze(-1 - self._event_ndims)

    def _pad_mixture_dimensions(self, probs: Tensor) -> Tensor:
        batch, own = len(self.batch_shape), len(self.mixture_distribution.batch_shape)
        missing = 0 if own == 1 else batch - own
        return probs.reshape((*probs.shape[:-1], *[1] * missing, probs.shape[-1], *[1] * self._event_ndims))

    def __repr__(self) -> str:
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"
