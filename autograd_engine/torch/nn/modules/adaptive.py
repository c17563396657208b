"""The adaptive softmax: frequent classes have scores of their own, rare ones share clusters of smaller layers."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from .... import torch
from ....tensor import Tensor
from .. import functional as F
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

__all__ = ["AdaptiveLogSoftmaxWithLoss"]

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log probabilities of targets among many classes; the first `cutoffs[0]` classes are the frequent ones."""

    def __init__(
        self, in_features: int, n_classes: int, cutoffs: Sequence[int], div_value: float = 4.0, head_bias: bool = False,
        device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        cutoffs = list(cutoffs)
        if len(cutoffs) == 0:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        whole = all(int(c) == c for c in cutoffs)
        if cutoffs != sorted(set(cutoffs)) or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1 or not whole:
            raise ValueError(
                "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each value is "
                "between 1 and n_classes-1"
            )
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        kind = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **kind)
        self.tail = ModuleList()
        for i, (start, stop) in enumerate(pairwise(self.cutoffs)):
            size = int(in_features // div_value ** (i + 1))
            self.tail.append(
                Sequential(
                    Linear(in_features, size, bias=False, **kind), Linear(size, stop - start, bias=False, **kind)
                )
            )

    def reset_parameters(self) -> None:
        """Fill the parameters as at the beginning."""
        for layer in (self.head, *[layer for cluster in self.tail for layer in cluster]):
            layer.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> _ASMoutput:
        """Return the log probability of each target, and minus their mean."""
        _check(input_, target_)
        batched = target_.dim() > 0
        input, target = (input_, target_) if batched else (input_.unsqueeze(0), target_.unsqueeze(0))
        output = input.new_zeros(target.size(0))
        places = target.new_empty(target.size(0))
        used = 0
        for i, (start, stop) in enumerate(pairwise([0, *self.cutoffs])):
            mask = (target >= start) & (target < stop)
            rows = mask.nonzero().squeeze()
            if rows.numel() == 0:
                continue
            if i == 0:
                places.index_copy_(0, rows, target[mask])
            else:
                relative = target[mask] - start
                scores = self.tail[i - 1](input.index_select(0, rows))
                places.index_fill_(0, rows, self.shortlist_size + i - 1)
                within = F.log_softmax(scores, dim=1).gather(1, relative.unsqueeze(1))
                output.index_copy_(0, rows, within.squeeze(1))
            used += rows.numel()
        if used != target.size(0):
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{target.min().item()}, {target.max().item()}] were found. "
            )
        head = F.log_softmax(self.head(input), dim=1)
        output += head.gather(1, places.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def log_prob(self, input: Tensor) -> Tensor:
        """Return the log probabilities of all classes."""
        return self._log_prob(input, self.head(input))

    def _log_prob(self, input: Tensor, head: Tensor) -> Tensor:
        out = input.new_empty((head.size(0), self.n_classes))
        head = F.log_softmax(head, dim=1)
        out[:, : self.shortlist_size] = head[:, : self.shortlist_size]
        for i, (start, stop) in enumerate(pairwise(self.cutoffs)):
            within = F.log_softmax(self.tail[i](input), dim=1)
            out[:, start:stop] = within + head[:, self.shortlist_size + i].unsqueeze(1)
        return out

    def predict(self, input: Tensor) -> Tensor:
        """Return the likeliest class of each row; rare classes are looked at only where one of them may be it."""
        head = self.head(input)
        output = torch.argmax(head, dim=1)
        rare = output >= self.shortlist_size
        if not rare.any():
            return output
        if rare.all():
            return torch.argmax(self._log_prob(input, head), dim=1)
        output[rare] = torch.argmax(self._log_prob(input[rare], head[rare]), dim=1)
        return output


def _check(input: Tensor, target: Tensor) -> None:
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if target.dim() == 1 and input.size(0) != target.size(0):
        raise RuntimeError("Input and target should have the same size in the batch dimension.")
    if input.dim() != target.dim() + 1:
        raise RuntimeError(
            f"{target.dim()}D target tensor expects {target.dim() + 1}D input tensors, but found inputs with size {input.size()}"
        )
