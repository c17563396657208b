"""Batch normalisation: each channel brought to mean 0 and variance 1 over the batch."""

from __future__ import annotations

from typing import Any

from .... import torch
from ....graph.tensor import Tensor
from ..._home import own
from .. import functional as F
from .. import init
from ..parameter import UninitializedBuffer, UninitializedParameter, allocated, unfilled
from ._configured import by_dimensions
from .lazy import LazyModuleMixin, lazy
from .module import Module

__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d",
]  # fmt: skip


class _NormBase(Module):
    """What normalisations by channel have in common: scale and shift, and running statistics.

    `_ndims` are the numbers of dimensions an input may have, of which `_dims` are spatial.
    """

    _version = 2
    _dims: int
    _ndims: tuple[int, ...]

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: Any = None, dtype: Any = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        size = num_features
        self.register_parameter("weight", allocated(size, device, dtype) if affine else None)
        self.register_parameter("bias", allocated(size, device, dtype) if affine and bias else None)
        tracked = track_running_stats
        self.register_buffer("running_mean", unfilled(size, device, dtype) if tracked else None)
        self.register_buffer("running_var", unfilled(size, device, dtype) if tracked else None)
        self.register_buffer("num_batches_tracked", unfilled((), device, torch.int64) if tracked else None)
        self._initialize()

    def reset_running_stats(self) -> None:
        """Forget the statistics of earlier batches."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Forget the statistics, and set scale 1 and shift 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in self._ndims:
            expected = " or ".join(f"{ndim}D" for ndim in self._ndims)
            raise ValueError(f"expected {expected} input (got {input.dim()}D input)")

    def extra_repr(self) -> str:
        """Return the settings."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(self, state_dict: dict, prefix: str, local_metadata: dict, *rest: Any) -> None:
        """Take statistics from before batches were counted too."""
        if (local_metadata.get("version") or 1) < 2 and self.track_running_stats:
            state_dict.setdefault(prefix + "num_batches_tracked", self.num_batches_tracked)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)


@own("__init__")
class _BatchNorm(_NormBase):
    @property
    def _ndims(self) -> tuple[int, ...]:
        return (2, 3) if self._dims == 1 else (self._dims + 2,)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise by the batch in training (and keep its statistics), by the statistics kept in evaluation."""
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the plain mean of all batches
                momentum = 1.0 / float(self.num_batches_tracked)
        kept = not self.training or self.track_running_stats
        return F.batch_norm(
            input, self.running_mean if kept else None, self.running_var if kept else None, self.weight, self.bias,
            self.training or (self.running_mean is None and self.running_var is None), momentum, self.eps,
        )  # fmt: skip


BatchNorm1d, BatchNorm2d, BatchNorm3d = by_dimensions(
    "BatchNorm", _BatchNorm, "Normalise each channel of {} over the batch.", methods=()
)


# ---- whose number of features is not known yet


class _LazyNorm(LazyModuleMixin):
    """What lazy normalisations have before the normalisation they become."""

    def __init__(
        self, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True, track_running_stats: bool = True,
        device: Any = None, dtype: Any = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=False)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            if bias:
                self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = unfilled((), device, torch.int64)

    def initialize_parameters(self, input: Tensor) -> None:
        """Give parameters and statistics the size that fits `input`."""
        self.num_features = input.shape[1]
        for tensor in (self.weight, self.bias, self.running_mean, self.running_var):
            if tensor is not None:
                tensor.materialize((self.num_features,))
        self._initialize()


LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d = lazy(
    _LazyNorm, "num_features", BatchNorm1d, BatchNorm2d, BatchNorm3d
)
