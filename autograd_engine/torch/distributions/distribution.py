"""The base of all distributions: shapes, the check of parameters and of values, and what is not there unless defined."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from ... import torch
from ...base.errors import lacks
from ...graph.observer import unobserved
from ...graph.tensor import Tensor
from . import constraints
from .utils import lazy_property

SCALAR = torch.Size()


class Distribution:
    """A distribution over events of `event_shape`, with parameters for each element of `batch_shape`."""

    has_rsample = False
    _validate_args = __debug__

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Set whether parameters and values are checked where a distribution is not told."""
        Distribution._validate_args = value

    def __init__(
        self, batch_shape: torch.Size = SCALAR, event_shape: torch.Size = SCALAR, validate_args: bool | None = None
    ) -> None:
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._validate_parameters()

    def _validate_parameters(self) -> None:
        try:
            arg_constraints = self.arg_constraints
        except NotImplementedError:
            warnings.warn(
                f"{self.__class__} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the "
                "distribution with `validate_args=False` to turn off validation.",
                stacklevel=3,
            )
            return
        for name, constraint in arg_constraints.items():
            if name not in self.__dict__ and isinstance(getattr(type(self), name), lazy_property):
                continue  # it would be computed from the one that was given
            value = getattr(self, name)
            if not _satisfies(constraint, value):
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}"
                )

    def _check(self, value: Tensor) -> None:
        if self._validate_args:
            self._validate_sample(value)

    def _validate_sample(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        size, expected = value.size(), self._batch_shape + self._event_shape
        if size[len(size) - len(self._event_shape) :] != self._event_shape:
            raise ValueError(f"The right-most size of value must match event_shape: {size} vs {self._event_shape}.")
        for i, j in zip(reversed(size), reversed(expected), strict=False):
            if i != 1 and j != 1 and i != j:
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {size} vs {expected}.")
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(
                f"{self.__class__} does not define `support` to enable sample validation. Please initialize the distribution "
                "with `validate_args=False` to turn off validation.",
                stacklevel=2,
            )
            return
        if not _satisfies(support, value):
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(size)}) to be within the support "
                f"({support!r}) of the distribution {self!r}, but found invalid values:\n{value}"
            )

    # ---- shapes

    @property
    def batch_shape(self) -> torch.Size:
        """The shape of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self) -> torch.Size:
        """The shape of one sample from one element of the batch."""
        return self._event_shape

    def _extended_shape(self, sample_shape: Sequence[int] = ()) -> torch.Size:
        return torch.Size(torch.Size(sample_shape) + self._batch_shape + self._event_shape)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Distribution:
        """Return the distribution with its parameters expanded to `batch_shape`."""
        owner = next(cls for cls in type(self).__mro__ if cls.__module__.startswith("torch.distributions."))
        if owner is Distribution:
            raise NotImplementedError
        new = self._get_checked_instance(owner, _instance)
        batch_shape, before = torch.Size(batch_shape), len(self._batch_shape)
        for name, value in self.__dict__.items():
            if isinstance(value, Distribution):
                value = value.expand(batch_shape + value.batch_shape[before:])
            elif name in self.arg_constraints:
                value = value.expand(batch_shape + value.shape[before:])
            new.__dict__[name] = value
        new._batch_shape = batch_shape
        return new

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(
                f"Subclass {self.__class__.__name__} of {cls.__name__} that defines a custom __init__ method "
                "must also define a custom .expand() method."
            )
        return self.__new__(type(self)) if _instance is None else _instance

    # ---- what a distribution defines

    @property
    def arg_constraints(self) -> dict[str, constraints.Constraint]:
        """What the parameters have to satisfy, by their names."""
        raise NotImplementedError

    @property
    def support(self) -> constraints.Constraint:
        """Where the samples lie."""
        raise NotImplementedError

    @property
    def mean(self) -> Tensor:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The most probable value."""
        raise lacks(f"{type(self).__name__}.mode")

    @property
    def variance(self) -> Tensor:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        """Return samples through which no gradient flows."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        """Return samples through which gradients flow into the parameters."""
        raise NotImplementedError

    def log_prob(self, value: Tensor) -> Tensor:
        """Return the logarithm of the density, or of the probability, at `value`."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Tensor:
        """Return the probability of at most `value`."""
        raise lacks(f"{type(self).__name__}.cdf")

    def icdf(self, value: Tensor) -> Tensor:
        """Return where `cdf` is `value`."""
        raise lacks(f"{type(self).__name__}.icdf")

    def entropy(self) -> Tensor:
        """Return the entropy, in nats."""
        raise NotImplementedError

    def __repr__(self) -> str:
        given = {name: self.__dict__[name] for name in self.arg_constraints if name in self.__dict__}
        parameters = (f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in given.items())
        return f"{self.__class__.__name__}({', '.join(parameters)})"


def _satisfies(constraint: constraints.Constraint, value: Tensor) -> bool:
    """Return whether all of `value` is valid; the check is no part of what the program computes."""
    with unobserved():
        return bool(constraint.check(value).all())
