"""The categorical distribution."""

from __future__ import annotations

from collections.abc import Sequence

from ... import torch
from ...graph.tensor import Tensor
from . import constraints
from .distribution import Distribution
from .utils import ProbsOrLogits


class Categorical(ProbsOrLogits, Distribution):
    """Categories 0 to K - 1 with the probabilities `probs`, which need not sum to 1."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    _binary = False

    def __init__(
        self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: bool | None = None
    ) -> None:
        parameter = self._given_one(probs, logits)
        if parameter.dim() < 1:
            raise ValueError(f"`{self._given}` parameter must be at least one-dimensional.")
        if self._given == "probs":
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = parameter.size()[-1]
        super().__init__(parameter.size()[:-1], validate_args=validate_args)

    @property
    def support(self) -> constraints.Constraint:
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self) -> Tensor:
        return torch.full(self._extended_shape(), torch.nan, dtype=self.probs.dtype)

    @property
    def variance(self) -> Tensor:
        return torch.full(self._extended_shape(), torch.nan, dtype=self.probs.dtype)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        sample_shape = torch.Size(sample_shape)
        probs_2d = self.probs.reshape(-1, self._num_events)
        samples_2d = torch.multinomial(probs_2d, sample_shape.numel(), True).T
        return samples_2d.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value: Tensor) -> Tensor:
        self._check(value)
        value = value.long().unsqueeze(-1)
        value, log_pmf = torch.broadcast_tensors(value, self.logits)
        value = value[..., :1]
        return log_pmf.gather(-1, value).squeeze(-1)

    def entropy(self) -> Tensor:
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        p_log_p = logits * self.probs
        return -p_log_p.sum(-1)
