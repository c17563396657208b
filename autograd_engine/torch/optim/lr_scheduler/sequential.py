"""A schedule of schedules, one after another."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from ..optimizer import Optimizer
from .plateau import ReduceLROnPlateau
from .schedule import LRScheduler, set_option


class SequentialLR(LRScheduler):
    """One schedule after another, each from its milestone on."""

    def __init__(
        self, optimizer: Optimizer, schedulers: list[LRScheduler], milestones: list[int], last_epoch: int = -1
    ) -> None:
        if len(schedulers) < 1:
            raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
        for i, scheduler in enumerate(schedulers):
            _check_member(i, scheduler, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone "
                f"points, but got number of schedulers {len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}"
            )
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            set_option(group, "lr", group["initial_lr"])
        self.recursive_undo()
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched: LRScheduler | None = None) -> None:
        """Take back the first step that each schedule took when it was made."""
        owner = self if sched is None else sched
        if hasattr(owner, "_schedulers"):
            for scheduler in owner._schedulers:
                self.recursive_undo(scheduler)
        elif hasattr(owner, "last_epoch"):
            owner.last_epoch -= 1

    def step(self) -> None:
        """Set the rates of the next epoch."""
        self.last_epoch += 1
        i = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[i]
        if i > 0 and self._milestones[i - 1] == self.last_epoch:
            scheduler._begin_anew()
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer, and the same of each schedule."""
        state = {name: value for name, value in super().state_dict().items() if name != "_schedulers"}
        return {**state, "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            scheduler.load_state_dict(state)


def _check_member(i: int, scheduler: Any, optimizer: Optimizer) -> None:
    if not hasattr(scheduler, "optimizer"):
        raise TypeError(f"SequentialLR at index {i} should have `optimizer` as its attribute.")
    if isinstance(scheduler, ReduceLROnPlateau):
        raise ValueError(
            "SequentialLR does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified when "
            f"calling `step`, but got one at index {i} in the given schedulers sequence."
        )
    if optimizer is not scheduler.optimizer:
        raise ValueError(
            f"SequentialLR expects all schedulers to belong to the same optimizer, but got scheduler {type(scheduler).__name__} "
            f"at index {i} has {scheduler.optimizer}, which is different from {type(optimizer).__name__}."
        )
