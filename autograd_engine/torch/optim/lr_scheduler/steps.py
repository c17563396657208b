"""Schedules by functions of the epoch, and by steps at some epochs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..._home import own
from ..optimizer import Optimizer
from .schedule import Rate, Schedule

# ---- by functions


class _ByFunctions(Schedule):
    """One function of the epoch for each group."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.optimizer = optimizer
        if isinstance(lr_lambda, list | tuple):
            if len(lr_lambda) != len(optimizer.param_groups):
                raise ValueError(f"Expected {len(optimizer.param_groups)} lr_lambdas, but got {len(lr_lambda)}")
            self.lr_lambdas = list(lr_lambda)
        else:
            self.lr_lambdas = [lr_lambda] * len(optimizer.param_groups)
        self._check()
        super().__init__(optimizer, last_epoch)

    def _check(self) -> None:
        """Functions are taken as they are."""

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer and the functions."""
        state = super().state_dict()
        count = len(state.pop("lr_lambdas"))
        return {**state, "lr_lambdas": [None] * count}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called, with the functions there are."""
        super().load_state_dict({**state_dict, "lr_lambdas": self.lr_lambdas})


@own("__init__")
class LambdaLR(_ByFunctions):
    """The first rate times a function of the epoch."""

    def _rates(self) -> list[Rate]:
        return [rate * f(self.last_epoch) for f, rate in zip(self.lr_lambdas, self.base_lrs, strict=True)]


@own("__init__")
class MultiplicativeLR(_ByFunctions):
    """The last rate times a function of the epoch."""

    def _check(self) -> None:
        for function in self.lr_lambdas:
            if not callable(function):
                raise TypeError(f"lr_lambda should be a function, but got {type(function).__name__}")

    def _rates(self) -> list[Rate]:
        if self._is_initial:
            return self._current()
        groups = self.optimizer.param_groups
        return [group["lr"] * f(self.last_epoch) for f, group in zip(self.lr_lambdas, groups, strict=True)]


# ---- by steps


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
