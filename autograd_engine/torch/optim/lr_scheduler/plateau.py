"""The schedule by what is measured."""

from __future__ import annotations

import math
from typing import Any

from ..optimizer import Optimizer
from .schedule import LRScheduler, one_each, refuse_epoch, require_optimizer, set_option


class ReduceLROnPlateau(LRScheduler):
    """Times a factor whenever a measure has not become better for a while."""

    def __init__(
        self, optimizer: Optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10, threshold: float = 1e-4,
        threshold_mode: str = "rel", cooldown: int = 0, min_lr: Any = 0, eps: float = 1e-8,
    ) -> None:  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        require_optimizer(optimizer)
        self.optimizer = optimizer
        self.default_min_lr = None if isinstance(min_lr, list | tuple) else min_lr
        self.min_lrs = one_each("min_lrs", optimizer, min_lr)
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = self._current()
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _init_is_better(self, mode: str, threshold: float, threshold_mode: str) -> None:
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode

    def _reset(self) -> None:
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def step(self, metrics: Any, epoch: int | None = None) -> None:
        """Take note of a measure, and lower the rates if it has not become better for more than `patience` epochs."""
        refuse_epoch(epoch)
        current = float(metrics)
        self.last_epoch += 1
        if self._is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = self._current()

    def _reduce(self) -> None:
        groups = self.optimizer.param_groups
        if self.default_min_lr is not None:  # there may be more groups by now
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, lowest in zip(groups, self.min_lrs, strict=True):
            old = float(group["lr"])
            new = max(old * self.factor, lowest)
            if old - new > self.eps:
                set_option(group, "lr", new)

    @property
    def in_cooldown(self) -> bool:
        """Whether the rates were lowered so recently that nothing counts."""
        return self.cooldown_counter > 0

    def _is_better(self, a: float, best: float) -> bool:
        threshold = self.threshold
        if self.mode == "min":
            return a < (best * (1.0 - threshold) if self.threshold_mode == "rel" else best - threshold)
        return a > (best * (threshold + 1.0) if self.threshold_mode == "rel" else best + threshold)
