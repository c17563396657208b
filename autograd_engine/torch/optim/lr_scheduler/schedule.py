"""What all schedules are: rates for the groups of an optimizer, set anew in each step."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import ref

from ....base.errors import lacks
from ....graph.tensor import Tensor
from ..optimizer import Optimizer, number

Rate = float | Tensor

_STEP_FIRST = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the "
    "opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the "
    "first value of the learning rate schedule. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
_STEP_REPLACED = (
    "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make sure to call "
    "`optimizer.step()` before `lr_scheduler.step()`. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
_RESUMING = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with last_epoch >= 0.\n"
    "This typically happens when:\n"
    "1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer state\n"
    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
)


def copied(value: Rate) -> Rate:
    """Return an option that later changes of a tensor do not reach."""
    return value.clone() if isinstance(value, Tensor) else value


def _of_groups(optimizer: Optimizer, key: str) -> list:
    """Return an option of each group."""
    return [copied(group[key]) for group in optimizer.param_groups]


def one_each(name: str, optimizer: Optimizer, values: Any) -> list:
    """Return one value for each group, from one for all or a sequence of them."""
    count = len(optimizer.param_groups)
    if not isinstance(values, list | tuple):
        return [copied(values) for _ in range(count)]
    if len(values) != count:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(values)} values, param_groups has "
            f"{count}."
        )
    return [copied(value) for value in values]


def set_option(group: dict, key: str, value: Rate) -> None:
    """Change an option; one that is a tensor stays the same tensor."""
    if isinstance(group[key], Tensor):
        group[key].fill_(number(value))
    else:
        group[key] = value


def refuse_epoch(epoch: int | None) -> None:
    """Raise an error if `step` is told the epoch, as in old programs."""
    if epoch is not None:
        raise lacks("scheduler.step(epoch)", "call scheduler.step() once an epoch")


def require_optimizer(optimizer: Any) -> None:
    """Raise PyTorch's error for what is no optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _note_steps(optimizer: Optimizer) -> None:
    """Have the optimizer's `step` note on the optimizer that it was called."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    step, reference = optimizer.step.__func__, ref(optimizer)

    @functools.wraps(step)
    def noted(*args: Any, **kwargs: Any) -> Any:
        optimizer = reference()
        optimizer._opt_called = True
        return step(optimizer, *args, **kwargs)

    noted._wrapped_by_lr_sched = True
    optimizer.step = noted


class LRScheduler:
    """The base class of schedules; a subclass defines `get_lr`, the rates of all groups at `last_epoch`."""

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        require_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(_RESUMING.format(i))
        self.base_lrs = _of_groups(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        _note_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        with self._being("_is_initial"):
            self.step()

    def step(self, epoch: int | None = None) -> None:
        """Set the rates of the next epoch."""
        refuse_epoch(epoch)
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
                warnings.warn(_STEP_REPLACED, UserWarning, stacklevel=2)
            elif not getattr(self.optimizer, "_opt_called", False):
                warnings.warn(_STEP_FIRST, UserWarning, stacklevel=2)
        self._step_count += 1
        self.last_epoch += 1
        self._set_rates_of_epoch()

    def _set_rates_of_epoch(self) -> None:
        with self._being("_get_lr_called_within_step"):
            rates = self.get_lr()
        self._set_rates(rates)

    def _begin_anew(self) -> None:
        """Set the rates of the first epoch, whatever the rates are now."""
        self.last_epoch = 0
        self._set_rates(self.base_lrs)
        with self._being("_is_initial"):
            self._set_rates_of_epoch()

    def _set_rates(self, rates: Sequence[Rate]) -> None:
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_option(group, "lr", rate)
        self._last_lr = _of_groups(self.optimizer, "lr")

    @contextmanager
    def _being(self, state: str) -> Iterator[None]:
        setattr(self, state, True)
        try:
            yield
        finally:
            setattr(self, state, False)

    def get_lr(self) -> list[Rate]:
        """Return the rates at `last_epoch`; for `step`, programs want `get_last_lr`."""
        raise NotImplementedError

    def get_last_lr(self) -> list[Rate]:
        """Return the rates that were set last."""
        return self._last_lr

    def _current(self) -> list[Rate]:
        return _of_groups(self.optimizer, "lr")

    def _scaled(self, factor: float) -> list[Rate]:
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called."""
        self.__dict__.update(state_dict)


class Schedule(LRScheduler):
    """A schedule of PyTorch's own: `_rates` gives what `get_lr` gives, which is not meant to be called by programs."""

    def get_lr(self) -> list[Rate]:
        """Return the rates at `last_epoch`, with a warning if that is not for `step`."""
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
                UserWarning,
                stacklevel=2,
            )
        return self._rates()

    def _rates(self) -> list[Rate]:
        raise NotImplementedError
