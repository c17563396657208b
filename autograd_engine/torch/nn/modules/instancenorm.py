"""Instance normalisation: each channel of each sample brought to mean 0 and variance 1."""

from __future__ import annotations

from typing import Any

from ....base.warn import warn_once
from ....graph.tensor import Tensor
from .. import functional as F
from ._configured import by_dimensions
from .batchnorm import _NormBase

__all__ = ["InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d"]


class _InstanceNorm(_NormBase):
    @property
    def _ndims(self) -> tuple[int, ...]:
        return self._dims + 1, self._dims + 2

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = False,
        track_running_stats: bool = False, device: Any = None, dtype: Any = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise each sample by itself, or by the statistics kept if there are any."""
        self._check_input_dim(input)
        alone = input.dim() == self._ndims[0]
        dim = 0 if alone else 1
        if input.size(dim) != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: {input.size(dim)}."
                )
            warn_once(
                f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
                "num_features, which is not used because affine=False"
            )
        return self._normalized(input.unsqueeze(0)).squeeze(0) if alone else self._normalized(input)

    def _normalized(self, input: Tensor) -> Tensor:
        momentum = 0.0 if self.momentum is None else self.momentum
        return F.instance_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias, self.training or not self.track_running_stats,
            momentum, self.eps,
        )  # fmt: skip


InstanceNorm1d, InstanceNorm2d, InstanceNorm3d = by_dimensions(
    "InstanceNorm", _InstanceNorm, "Normalise each channel of {}.", methods=()
)
