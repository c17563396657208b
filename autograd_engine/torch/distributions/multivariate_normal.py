"""The multivariate normal distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter

from ... import torch
from ...graph.tensor import Tensor
from . import constraints
from .distribution import Distribution
from .utils import _standard_normal, lazy_property


class MultivariateNormal(Distribution):
    """Normal vectors of mean `loc`; their covariance is given, or its inverse, or its Cholesky factor."""

    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True
    mean = mode = property(attrgetter("loc"))

    def __init__(
        self, loc: Tensor, covariance_matrix: Tensor | None = None, precision_matrix: Tensor | None = None,
        scale_tril: Tensor | None = None, validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        matrices = {
            "covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril,
        }  # fmt: skip
        given = [name for name, matrix in matrices.items() if matrix is not None]
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        name, matrix = given[0], matrices[given[0]]
        if matrix.dim() < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        batch_shape = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand((*batch_shape, -1, -1)))
        self.loc = loc.expand((*batch_shape, -1))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        if name == "covariance_matrix":
            matrix = torch.linalg.cholesky(matrix)
        elif name == "precision_matrix":
            matrix = _precision_to_scale_tril(matrix)
        self._unbroadcasted_scale_tril = matrix

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The Cholesky factor of the covariance."""
        return self._broadcasted(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The covariance."""
        return self._broadcasted(torch.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT))

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        return self._broadcasted(torch.cholesky_inverse(self._unbroadcasted_scale_tril))

    def _broadcasted(self, matrix: Tensor) -> Tensor:
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @property
    def variance(self) -> Tensor:
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        eps = _standard_normal(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + torch.matmul(self._unbroadcasted_scale_tril, eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Tensor) -> Tensor:
        self._check(value)
        diff = value - self.loc
        M = _batch_mahalanobis(self._unbroadcasted_scale_tril, diff)
        half_log_det = half_log_determinant(self._unbroadcasted_scale_tril)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + M) - half_log_det

    def entropy(self) -> Tensor:
        half_log_det = half_log_determinant(self._unbroadcasted_scale_tril)
        H = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det
        return H.expand(self._batch_shape) if self._batch_shape else H


def half_log_determinant(scale_tril: Tensor) -> Tensor:
    """Return half the logarithm of the determinant of a covariance with this Cholesky factor."""
    return scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _precision_to_scale_tril(P: Tensor) -> Tensor:
    """Return the Cholesky factor of a matrix's inverse: from that of the matrix read from its end."""
    Lf = torch.linalg.cholesky(torch.flip(P, (-2, -1)))
    L_inv = torch.transpose(torch.flip(Lf, (-2, -1)), -2, -1)
    Id = torch.eye(P.shape[-1], dtype=P.dtype)
    return torch.linalg.solve_triangular(L_inv, Id, upper=False)


def _batch_mahalanobis(bL: Tensor, bx: Tensor) -> Tensor:
    """Return |L⁻¹ x|² for a batch of factors L (..., n, n) that may be smaller than that of vectors x (..., n)."""
    n = bx.size(-1)
    outer = bx.dim() - 1 - (bL.dim() - 2)  # batch dimensions that only x has
    shared = bL.dim() - 2
    # Each shared dimension of x is that of L or a multiple of it: (..., i, j, ..., n) with j from L.
    split = list(bx.shape[:outer])
    for sL, sx in zip(bL.shape[:-2], bx.shape[outer:-1], strict=True):
        split += [sx // sL, sL]
    batch_shape = bx.shape[:-1]
    bx = bx.reshape((*split, n))
    end = outer + 2 * shared
    bx = bx.permute([*range(outer), *range(outer, end, 2), *range(outer + 1, end, 2), end])
    flat_L = bL.reshape(-1, n, n)
    flat_x_swap = bx.reshape(-1, flat_L.size(0), n).permute(1, 2, 0)
    M_swap = torch.linalg.solve_triangular(flat_L, flat_x_swap, upper=False).pow(2).sum(-2)
    permuted_M = M_swap.t().reshape(bx.shape[:-1])
    back = [place for i in range(shared) for place in (outer + i, outer + shared + i)]
    return permuted_M.permute([*range(outer), *back]).reshape(batch_shape)
