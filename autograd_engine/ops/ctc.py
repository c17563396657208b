"""The CTC loss: how likely scores over time are to spell a target, whatever the places of its labels.

A target of n labels is spelt along 2n + 1 states: its labels with a blank before, between and after them. The sums over all
ways through the states go forward in time (alpha) and back (beta), in logarithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base import errors
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import HOMES, function
from ..op.op import not_differentiable, op
from .compare import where
from .loss import MEAN, reduced, reduction_number
from .reduce import mean
from .squeeze import squeeze, unsqueeze

_CHECKED = "(while checking arguments for ctc_loss_allocate_outputs)"


@op(
    "CtcLossBackward0",
    outputs=("result0", "result1"),
    differentiable=1,
    log_probs=lambda grad, log_probs, targets, input_lengths, target_lengths, result0, result1, blank, zero_infinity: (
        _ctc_loss_backward(
            grad, log_probs, targets, input_lengths, target_lengths, result0, result1, blank, zero_infinity
        )
    ),
)
def _ctc_loss(log_probs, targets: Tensor, input_lengths, target_lengths, blank, zero_infinity):
    _check(log_probs, targets, input_lengths, target_lengths, blank)
    errors.require_floating("ctc_loss_cpu", log_probs, half=False)
    states, skips = _states(targets, target_lengths, blank)
    alpha = _forward(_scores(log_probs, states), skips, target_lengths)
    ends = _ends(alpha, input_lengths, target_lengths)
    return -_log_sum(*ends), alpha.swapaxes(0, 1)


@op(
    "NotImplemented",
    grad_output=not_differentiable("_ctc_loss_backward"),
    log_probs=not_differentiable("_ctc_loss_backward"),
    loss=not_differentiable("_ctc_loss_backward"),
)
def _ctc_loss_backward(
    grad_output, log_probs, targets: Tensor, input_lengths, target_lengths, loss, alpha: Tensor, blank, zero_infinity
):  # fmt: skip
    states, skips = _states(targets, target_lengths, blank)
    ways = alpha.swapaxes(0, 1) + _backward(_scores(log_probs, states), skips, input_lengths, target_lengths)
    time, batch, classes = log_probs.shape
    by_class = np.full_like(log_probs, -np.inf)
    for s in reversed(range(states.shape[1])):  # PyTorch adds up the states from the last
        at = np.arange(time)[:, None], np.arange(batch), states[:, s]
        by_class[at] = _log_sum(by_class[at], ways[..., s])
    found = (np.exp(log_probs) - np.exp(by_class + loss[:, None] - log_probs)) * grad_output[:, None]
    counts = np.arange(time)[:, None] < np.asarray(input_lengths)
    if zero_infinity:
        counts = counts & (loss != np.inf)
    return np.where(counts[..., None], found, 0).astype(log_probs.dtype, copy=False)


# ---- the sums


def _states(targets: np.ndarray, lengths: Sequence[int], blank: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the class of each state, and whether a way may leave out the blank before it, both (batch, state).

    The states after a target's last are blanks that no way leads back from.
    """
    states = np.full((len(lengths), 2 * max(lengths, default=0) + 1), blank, np.int64)
    starts = np.cumsum([0, *lengths])
    for row, n in enumerate(lengths):
        labels = targets[starts[row] :] if targets.ndim == 1 else targets[row]
        states[row, 1 : 2 * n : 2] = labels[:n]
    skips = np.zeros(states.shape, bool)
    skips[:, 2:] = states[:, 2:] != states[:, :-2]
    return states, skips


def _scores(log_probs: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Return the score of each state at each time: (time, batch, state)."""
    return log_probs[:, np.arange(len(states))[:, None], states]


def _forward(scores: np.ndarray, skips: np.ndarray, lengths: Sequence[int]) -> np.ndarray:
    """Return the log of the sum over the ways to each state, (time, batch, state)."""
    alpha = np.full_like(scores, -np.inf)
    some = np.asarray(lengths) > 0
    alpha[0, :, 0] = scores[0, :, 0]
    alpha[0, some, 1:2] = scores[0, some, 1:2]
    for t in range(1, len(alpha)):
        stay = alpha[t - 1]
        step, leap = _shifted(stay, 1), np.where(skips, _shifted(stay, 2), -np.inf)
        alpha[t] = _log_sum(stay, step, leap) + scores[t]
    return alpha


def _backward(
    scores: np.ndarray, skips: np.ndarray, input_lengths: Sequence[int], lengths: Sequence[int]
) -> np.ndarray:
    """Return the log of the sum over the ways from each state to an end, (time, batch, state)."""
    beta = np.full_like(scores, -np.inf)
    rows, last, ends = np.arange(len(lengths)), np.asarray(input_lengths) - 1, 2 * np.asarray(lengths)
    may_end = np.arange(scores.shape[2]) >= np.maximum(ends - 1, 0)[:, None]
    may_end &= np.arange(scores.shape[2]) <= ends[:, None]
    ahead = np.zeros_like(skips)
    ahead[:, :-2] = skips[:, 2:]
    for t in reversed(range(len(beta))):
        stay = beta[t + 1] if t + 1 < len(beta) else np.full_like(beta[0], -np.inf)
        step, leap = _shifted(stay, -1), np.where(ahead, _shifted(stay, -2), -np.inf)
        beta[t] = _log_sum(stay, step, leap) + scores[t]
        starts = rows[last == t]
        beta[t, starts] = np.where(may_end[starts], scores[t, starts], -np.inf)
    return beta


def _shifted(states: np.ndarray, by: int) -> np.ndarray:
    """Return the values of the states `by` before, minus infinity where there are none."""
    found = np.full_like(states, -np.inf)
    if by > 0:
        found[:, by:] = states[:, :-by]
    else:
        found[:, :by] = states[:, -by:]
    return found


def _log_sum(*logs: np.ndarray) -> np.ndarray:
    top = np.maximum.reduce(logs)
    top = np.where(top == -np.inf, 0, top).astype(logs[0].dtype, copy=False)
    with np.errstate(divide="ignore"):
        return np.log(sum(np.exp(log - top) for log in logs)) + top


def _ends(alpha: np.ndarray, input_lengths: Sequence[int], lengths: Sequence[int]) -> tuple:
    """Return the log of the sums over the ways to the two states a spelling may end in."""
    rows, n = np.arange(len(lengths)), 2 * np.asarray(lengths)
    last = np.asarray(input_lengths) - 1
    final, label = alpha[last, rows, n], np.where(n > 0, alpha[last, rows, np.maximum(n - 1, 0)], -np.inf)
    nothing = np.where(n > 0, -np.inf, 0).astype(alpha.dtype)  # no time spells nothing only
    label = label.astype(alpha.dtype, copy=False)
    return np.where(last < 0, nothing, final), np.where(last < 0, -np.inf, label).astype(alpha.dtype, copy=False)


# ---- the public function


def _check(
    log_probs: np.ndarray, targets: np.ndarray, input_lengths: Sequence[int], target_lengths: Sequence[int], blank: int
) -> None:
    if log_probs.ndim != 3:
        raise RuntimeError(
            f"Expected 3-dimensional tensor, but got {log_probs.ndim}-dimensional tensor for argument #1 'log_probs' {_CHECKED}"
        )
    if targets.ndim not in (1, 2):
        raise RuntimeError(
            f"Expected 1 to 2 dimensions, but got {targets.ndim}-dimensional tensor for argument #2 'targets' {_CHECKED}"
        )
    time, batch, classes = log_probs.shape
    if log_probs.size == 0:
        raise RuntimeError("log_probs tensor must not be empty")
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for name, lengths in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
        if len(lengths) != batch:
            raise RuntimeError(f"{name} must be of size batch_size")
    _check_range("target_lengths", target_lengths, None)
    rows = sum(target_lengths) if targets.ndim == 1 else batch
    if len(targets) != rows:
        raise RuntimeError(
            f"Expected tensor to have size {rows} at dimension 0, but got size {len(targets)} for argument #2 'targets' "
            f"{_CHECKED}"
        )
    if targets.ndim == 2 and targets.shape[1] < max(target_lengths):
        raise RuntimeError(
            f"Expected tensor to have size at least {max(target_lengths)} at dimension 1, but got size {targets.shape[1]} for "
            f"argument #2 'targets' {_CHECKED}"
        )
    _check_range("input_lengths", input_lengths, time)


def _check_range(name: str, lengths: Sequence[int], most: int | None) -> None:
    for n in lengths:
        if n < 0:
            raise RuntimeError(f"Expected {name} to have value at least 0, but got value {n} {_CHECKED}")
        if most is not None and n > most:
            raise RuntimeError(f"Expected {name} to have value at most {most}, but got value {n} {_CHECKED}")


@function("torch", name="ctc_loss")
def torch_ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=MEAN, zero_infinity=False):
    """Minus the log probability of the targets, summed over all ways to spell them; `reduction` is a number."""
    if isinstance(input_lengths, Tensor) != isinstance(target_lengths, Tensor):
        raise TypeError
    batched = log_probs.dim() == 3
    scores = log_probs if batched else unsqueeze(log_probs, 1)
    lengths = [_lengths(*given) for given in (("input_lengths", input_lengths), ("target_lengths", target_lengths))]
    loss = _ctc_loss(scores, targets.long(), *lengths, blank, zero_infinity)[0]
    if zero_infinity:
        loss = where(loss == float("inf"), wrap(np.zeros((), loss._data.dtype)), loss)
    if reduction == MEAN:
        return mean(loss / wrap(np.maximum(lengths[1], 1).astype(loss._data.dtype)))
    loss = reduced(loss, reduction)
    return loss if batched or reduction else squeeze(loss, 0)


def _lengths(name: str, lengths: Any) -> tuple[int, ...]:
    if not isinstance(lengths, Tensor):
        return tuple(int(n) for n in lengths)
    if lengths._data.dtype.kind == "f":
        raise RuntimeError(f"{name} must be integral")
    return tuple(lengths._data.reshape(-1).tolist())


@function("nn.functional")
def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """The CTC loss of log probabilities (time, batch, class) for targets of labels, spelt at any places in time.

    `targets` is (batch, length), or all labels in one row; `blank` is the class between labels. With "mean", each loss is
    divided by the length of its target first. `zero_infinity` makes 0 of the loss of targets too long to be spelt.
    """
    return HOMES["torch"]["ctc_loss"](
        log_probs, targets, input_lengths, target_lengths, blank, reduction_number(reduction), zero_infinity
    )
