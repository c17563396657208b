"""Schedules by a function of the epoch, and by steps at some epochs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..optimizer import Optimizer
from .schedule import Rate, Schedule


class LambdaLR(Schedule):
    """The first rate times a function of the epoch, one for all groups or one for each."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        count = len(optimizer.param_groups)
        if isinstance(lr_lambda, list | tuple) and len(lr_lambda) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, list | tuple) else [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        return [rate * f(self.last_epoch) for f, rate in zip(self.lr_lambdas, self.base_lrs, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer and the functions."""
        state = super().state_dict()
        count = len(state.pop("lr_lambdas"))
        return {**state, "lr_lambdas": [None] * count}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called, with the functions there are."""
        super().load_state_dict({**state_dict, "lr_lambdas": self.lr_lambdas})


class StepLR(Schedule):
    """Times gamma every `step_size` epochs."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._current()
        return self._scaled(self.gamma)


class MultiStepLR(Schedule):
    """Times gamma at each of some epochs."""

    def __init__(
        self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        if self.last_epoch not in self.milestones:
            return self._current()
        return self._scaled(self.gamma ** self.milestones[self.last_epoch])


class ConstantLR(Schedule):
    """Times a factor for the first epochs."""

    def __init__(
        self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        if self.last_epoch == 0:
            return self._scaled(self.factor)
        if self.last_epoch != self.total_iters:
            return self._current()
        return self._scaled(1.0 / self.factor)
