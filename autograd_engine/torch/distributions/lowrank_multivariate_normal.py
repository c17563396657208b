"""The multivariate normal distribution with a covariance of low rank and a diagonal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ... import torch
from ...tensor import Tensor
from . import constraints
from .distribution import Distribution
from .multivariate_normal import _batch_mahalanobis
from .utils import _standard_normal, lazy_property

__all__ = ["LowRankMultivariateNormal"]


class LowRankMultivariateNormal(Distribution):
    """Normal vectors with the covariance `cov_factor @ cov_factor.T` plus the diagonal `cov_diag`."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc: Tensor, cov_factor: Tensor, cov_diag: Tensor, validate_args: bool | None = None) -> None:
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event_shape = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != event_shape:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event_shape[0]} x m")
        if cov_diag.shape[-1:] != event_shape:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event_shape}")
        try:
            loc_, self.cov_factor, diag_ = torch.broadcast_tensors(
                loc.unsqueeze(-1), cov_factor, cov_diag.unsqueeze(-1)
            )
        except RuntimeError as error:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}"
            ) from error
        self.loc, self.cov_diag = loc_[..., 0], diag_[..., 0]
        self._factor, self._diag = cov_factor, cov_diag
        self._capacitance = _capacitance(cov_factor, cov_diag)
        super().__init__(self.loc.shape[:-1], event_shape, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> LowRankMultivariateNormal:
        new = self._get_checked_instance(LowRankMultivariateNormal, _instance)
        batch_shape = torch.Size(batch_shape)
        shape = batch_shape + self.event_shape
        new.loc = self.loc.expand(shape)
        new.cov_diag = self.cov_diag.expand(shape)
        new.cov_factor = self.cov_factor.expand(shape + self.cov_factor.shape[-1:])
        new._factor, new._diag, new._capacitance = self._factor, self._diag, self._capacitance
        super(LowRankMultivariateNormal, new).__init__(batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @lazy_property
    def variance(self) -> Tensor:
        variance = self._factor.pow(2).sum(-1) + self._diag
        return variance.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The Cholesky factor of the covariance."""
        n = self._event_shape[0]
        root = self._diag.sqrt().unsqueeze(-1)
        scaled = self._factor / root
        K = torch.matmul(scaled, scaled.mT).contiguous()
        K.view(-1, n * n)[:, :: n + 1] += 1
        return self._as_matrices(root * torch.linalg.cholesky(K))

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The covariance."""
        return self._as_matrices(torch.matmul(self._factor, self._factor.mT) + torch.diag_embed(self._diag))

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        scaled = self._factor.mT / self._diag.unsqueeze(-2)
        A = torch.linalg.solve_triangular(self._capacitance, scaled, upper=False)
        return self._as_matrices(torch.diag_embed(self._diag.reciprocal()) - A.mT @ A)

    def _as_matrices(self, matrices: Tensor) -> Tensor:
        return matrices.expand(self._batch_shape + self._event_shape + self._event_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        kind = {"dtype": self.loc.dtype, "device": self.loc.device}
        of_factor = _standard_normal(shape[:-1] + self.cov_factor.shape[-1:], **kind)
        of_diagonal = _standard_normal(shape, **kind)
        return self.loc + _product(self._factor, of_factor) + self._diag.sqrt() * of_diagonal

    def log_prob(self, value: Tensor) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        distance = self._mahalanobis(value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self) -> Tensor:
        entropy = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
        return entropy.expand(self._batch_shape) if self._batch_shape else entropy

    def _mahalanobis(self, x: Tensor) -> Tensor:
        scaled = _product(self._factor.mT / self._diag.unsqueeze(-2), x)
        return (x.pow(2) / self._diag).sum(-1) - _batch_mahalanobis(self._capacitance, scaled)

    def _log_det(self) -> Tensor:
        return 2 * self._capacitance.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self._diag.log().sum(-1)


def _capacitance(factor: Tensor, diag: Tensor) -> Tensor:
    """Return the Cholesky factor of the small matrix by which the covariance is inverted."""
    m = factor.size(-1)
    K = torch.matmul(factor.mT / diag.unsqueeze(-2), factor).contiguous()
    K.view(-1, m * m)[:, :: m + 1] += 1
    return torch.linalg.cholesky(K)


def _product(matrix: Tensor, vector: Tensor) -> Tensor:
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)
