"""The schedule of one cycle, the momentum against the rate."""

from __future__ import annotations

import math
from typing import Any

from ..optimizer import Optimizer
from .schedule import Rate, Schedule, one_each, require_optimizer


def _set_momentum(group: dict, momentum: float, use_beta1: bool) -> None:
    if use_beta1:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


def _cosine(start: float, end: float, part: float) -> float:
    return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)


def _straight(start: float, end: float, part: float) -> float:
    return (end - start) * part + start


_CURVES = {"cos": _cosine, "linear": _straight}


def _phase(end_step: float, rates: str, momentums: str) -> dict[str, Any]:
    """Return one phase of OneCycleLR: until when it lasts, and the names of the bounds that rate and momentum go between."""
    (start_lr, end_lr), (start_momentum, end_momentum) = rates.split(), momentums.split()
    return {
        "end_step": end_step, "start_lr": f"{start_lr}_lr", "end_lr": f"{end_lr}_lr",
        "start_momentum": f"{start_momentum}_momentum", "end_momentum": f"{end_momentum}_momentum",
    }  # fmt: skip


class OneCycleLR(Schedule):
    """Up to max_lr and down to almost nothing, once (Smith and Topin, 2018)."""

    def __init__(
        self, optimizer: Optimizer, max_lr: Any, total_steps: int | None = None, epochs: int | None = None,
        steps_per_epoch: int | None = None, pct_start: float = 0.3, anneal_strategy: str = "cos", cycle_momentum: bool = True,
        base_momentum: Any = 0.85, max_momentum: Any = 0.95, div_factor: float = 25.0, final_div_factor: float = 1e4,
        three_phase: bool = False, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        require_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = self._count(total_steps, epochs, steps_per_epoch)
        up = pct_start * self.total_steps
        self._schedule_phases = [_phase(float(up) - 1, "initial max", "max base")]
        if three_phase:
            self._schedule_phases.append(_phase(float(2 * pct_start * self.total_steps) - 2, "max initial", "base max"))
            self._schedule_phases.append(_phase(self.total_steps - 1, "initial min", "max max"))
        else:
            self._schedule_phases.append(_phase(self.total_steps - 1, "max min", "base max"))
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in _CURVES:
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, one_each("max_lr", optimizer, max_lr), strict=True):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
                raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
            self.use_beta1 = "betas" in optimizer.defaults
            highs = one_each("max_momentum", optimizer, max_momentum)
            lows = one_each("base_momentum", optimizer, base_momentum)
            for group, high, low in zip(optimizer.param_groups if last_epoch == -1 else (), highs, lows, strict=False):
                _set_momentum(group, high, self.use_beta1)
                group.update(max_momentum=high, base_momentum=low)
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _count(total_steps: int | None, epochs: int | None, steps_per_epoch: int | None) -> int:
        if total_steps is not None:
            given = {"total_steps": total_steps}
        elif epochs is not None and steps_per_epoch is not None:
            given = {"epochs": epochs, "steps_per_epoch": steps_per_epoch}
        else:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        for name, value in given.items():
            if value <= 0 or not isinstance(value, int):
                raise ValueError(f"Expected positive integer {name}, but got {value}")
        return math.prod(given.values())

    def _rates(self) -> list[Rate]:
        step, anneal = self.last_epoch, _CURVES[self._anneal_func_type]
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        start = 0.0
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            start = phase["end_step"]
        part = (step - start) / (phase["end_step"] - start)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(anneal(group[phase["start_lr"]], group[phase["end_lr"]], part))
            if self.cycle_momentum:
                momentum = anneal(group[phase["start_momentum"]], group[phase["end_momentum"]], part)
                _set_momentum(group, momentum, self.use_beta1)
        return rates
