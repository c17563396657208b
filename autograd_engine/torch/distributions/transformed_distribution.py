"""Distributions of functions of random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from . import constraints
from .distribution import Distribution
from .independent import Independent
from .transforms import ComposeTransform, Transform
from .utils import _sum_rightmost


class TransformedDistribution(Distribution):
    """The distribution of a sample of `base_distribution` to which `transforms` were applied."""

    arg_constraints = {}
    has_rsample = property(attrgetter("base_dist.has_rsample"))

    def __init__(
        self, base_distribution: Distribution, transforms: Transform | list[Transform],
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self.transforms = _list_of(transforms)
        base_shape = base_distribution.batch_shape + base_distribution.event_shape
        transform = ComposeTransform(self.transforms)
        event_dim = max(transform.event_dim, len(base_distribution.event_shape))
        if len(base_shape) < event_dim:
            raise ValueError(
                f"base_distribution needs to have shape with size at least {event_dim}, but got {base_shape}."
            )
        shape = transform.forward_shape(base_shape)
        cut = len(shape) - event_dim
        if base_shape != shape:
            base_distribution = base_distribution.expand(shape[: len(shape) - len(base_distribution.event_shape)])
        if event_dim > len(base_distribution.event_shape):
            base_distribution = Independent(base_distribution, event_dim - len(base_distribution.event_shape))
        self.base_dist = base_distribution
        super().__init__(shape[:cut], shape[cut:], validate_args=validate_args)

    @property
    def support(self) -> constraints.Constraint:
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        more = len(self.event_shape) - support.event_dim
        return constraints.independent(support, more) if more > 0 else support

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        with torch.no_grad():
            return self._transformed(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self._transformed(self.base_dist.rsample(sample_shape))

    def _transformed(self, x: Tensor) -> Tensor:
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value: Tensor) -> Tensor:
        self._check(value)
        log_prob = 0.0
        y = value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            change = transform.log_abs_det_jacobian(x, y)
            log_prob = log_prob - _sum_rightmost(change, len(self.event_shape) - transform.event_dim)
            y = x
        return log_prob + self.base_dist.log_prob(y)


def _list_of(transforms: Any) -> list[Transform]:
    if isinstance(transforms, Transform):
        return [transforms]
    if not (isinstance(transforms, list) and all(isinstance(transform, Transform) for transform in transforms)):
        raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
    return transforms
