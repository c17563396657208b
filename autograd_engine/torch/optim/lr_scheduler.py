"""Schedules: how the learning rates of an optimizer's groups change from step to step."""

from __future__ import annotations

import functools
import math
import types
import warnings
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import ref

from ...graph.tensor import Tensor
from .._home import own
from .optimizer import Optimizer, number

__all__ = [
    "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR", "ExponentialLR",
    "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "OneCycleLR", "PolynomialLR",
    "ReduceLROnPlateau", "SequentialLR", "StepLR",
]  # fmt: skip

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
EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed form is "
    "used instead of the new chainable form, where available. Please open an issue if you are unable to replicate your use "
    "case: https://github.com/pytorch/pytorch/issues/new/choose."
)
_RESUMING = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with last_epoch >= 0.\n"
    "This typically happens when:\n"
    "1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer state\n"
    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
)


def _copied(value: Rate) -> Rate:
    return value.clone() if isinstance(value, Tensor) else value


def _of_groups(optimizer: Optimizer, key: str) -> list:
    """Return an option of each group."""
    return [_copied(group[key]) for group in optimizer.param_groups]


def _one_each(name: str, optimizer: Optimizer, values: Any) -> list:
    """Return one value for each group, from one for all or a sequence of them."""
    count = len(optimizer.param_groups)
    if not isinstance(values, list | tuple):
        return [_copied(values) for _ in range(count)]
    if len(values) != count:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(values)} values, param_groups has "
            f"{count}."
        )
    return [_copied(value) for value in values]


def _set(group: dict, key: str, value: Rate) -> None:
    """Change an option; one that is a tensor stays the same tensor."""
    if isinstance(group[key], Tensor):
        group[key].fill_(number(value))
    else:
        group[key] = value


def _require_optimizer(optimizer: Any) -> None:
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
        _require_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(_RESUMING.format(i))
        self.base_lrs = _of_groups(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        _note_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def step(self, epoch: int | None = None) -> None:
        """Set the rates of the next epoch."""
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
                warnings.warn(_STEP_REPLACED, UserWarning, stacklevel=2)
            elif not getattr(self.optimizer, "_opt_called", False):
                warnings.warn(_STEP_FIRST, UserWarning, stacklevel=2)
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        with self._within_step():
            if epoch is None:
                self.last_epoch += 1
                rates = self.get_lr()
            else:
                self.last_epoch = epoch
                rates = getattr(self, "_get_closed_form_lr", self.get_lr)()
        self._set_rates(rates)

    def _set_rates(self, rates: Sequence[Rate]) -> None:
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            _set(group, "lr", rate)
        self._last_lr = _of_groups(self.optimizer, "lr")

    @contextmanager
    def _within_step(self) -> Iterator[None]:
        self._get_lr_called_within_step = True
        try:
            yield
        finally:
            self._get_lr_called_within_step = False

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


_LRScheduler = LRScheduler


class _Schedule(LRScheduler):
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


# ---- by functions


class _ByFunctions(_Schedule):
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
        """Return everything but the optimizer; of the functions, the attributes of those that are objects."""
        state = {name: value for name, value in super().state_dict().items() if name != "lr_lambdas"}
        plain = types.FunctionType
        state["lr_lambdas"] = [None if isinstance(f, plain) else f.__dict__.copy() for f in self.lr_lambdas]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called, with the functions there are."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, attributes in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=False):
            if attributes is not None:
                function.__dict__.update(attributes)


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


class StepLR(_Schedule):
    """Times gamma every `step_size` epochs."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._current()
        return self._scaled(self.gamma)

    def _get_closed_form_lr(self) -> list[Rate]:
        return [rate * self.gamma ** (self.last_epoch // self.step_size) for rate in self.base_lrs]


class MultiStepLR(_Schedule):
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

    def _get_closed_form_lr(self) -> list[Rate]:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [rate * self.gamma**passed for rate in self.base_lrs]


class ConstantLR(_Schedule):
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

    def _get_closed_form_lr(self) -> list[Rate]:
        factor = self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)
        return [rate * factor for rate in self.base_lrs]


# ---- by curves


class LinearLR(_Schedule):
    """Times a factor that goes from one value to another in equal steps."""

    def __init__(
        self, optimizer: Optimizer, start_factor: float = 1.0 / 3, end_factor: float = 1.0, total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        if self.last_epoch == 0:
            return self._scaled(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._current()
        change = self.end_factor - self.start_factor
        return self._scaled(1.0 + change / (self.total_iters * self.start_factor + (self.last_epoch - 1) * change))

    def _get_closed_form_lr(self) -> list[Rate]:
        done = min(self.total_iters, self.last_epoch)
        change = self.end_factor - self.start_factor
        return [rate * (self.start_factor + change * done / self.total_iters) for rate in self.base_lrs]


class ExponentialLR(_Schedule):
    """Times gamma every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        return self._current() if self._is_initial else self._scaled(self.gamma)

    def _get_closed_form_lr(self) -> list[Rate]:
        return [rate * self.gamma**self.last_epoch for rate in self.base_lrs]


class PolynomialLR(_Schedule):
    """A power of the part of the epochs that is left."""

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._current()
        left, left_before = (1.0 - epoch / self.total_iters for epoch in (self.last_epoch, self.last_epoch - 1))
        return self._scaled((left / left_before) ** self.power)

    def _get_closed_form_lr(self) -> list[Rate]:
        done = min(self.total_iters, self.last_epoch)
        return [rate * (1.0 - done / self.total_iters) ** self.power for rate in self.base_lrs]


class CosineAnnealingLR(_Schedule):
    """Down to eta_min along half a cosine, and up again."""

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        epoch, low = self.last_epoch, self.eta_min
        groups = self.optimizer.param_groups
        if self._is_initial:
            return self._current()
        if self._step_count == 1 and epoch > 0:
            return [low + (rate - low) * (1 + math.cos(epoch * math.pi / self.T_max)) / 2 for rate in self.base_lrs]
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            return [
                group["lr"] + (rate - low) * (1 - math.cos(math.pi / self.T_max)) / 2
                for rate, group in zip(self.base_lrs, groups, strict=True)
            ]
        height, height_before = (1 + math.cos(math.pi * e / self.T_max) for e in (epoch, epoch - 1))
        return [height / height_before * (group["lr"] - low) + low for group in groups]

    def _get_closed_form_lr(self) -> list[Rate]:
        height = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (rate - self.eta_min) * height / 2 for rate in self.base_lrs]


class CosineAnnealingWarmRestarts(_Schedule):
    """Down to eta_min along half a cosine, again and again, each time in T_mult times as many epochs."""

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, float | int):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Rate]:
        height = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (rate - self.eta_min) * height / 2 for rate in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Set the rates of the next epoch, or of `epoch`, which may be a fraction."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        else:
            self._go_to(epoch)
        self.last_epoch = math.floor(epoch)
        with self._within_step():
            self._set_rates(self.get_lr())

    def _go_to(self, epoch: float) -> None:
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            n = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**n


# ---- of schedules


def _check_members(owner: str, schedulers: Sequence, optimizer: Optimizer) -> None:
    for i, scheduler in enumerate(schedulers):
        if not hasattr(scheduler, "optimizer"):
            raise TypeError(f"{owner} at index {i} should have `optimizer` as its attribute.")
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError(
                f"{owner} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified when "
                f"calling `step`, but got one at index {i} in the given schedulers sequence."
            )
        if optimizer is not scheduler.optimizer:
            raise ValueError(
                f"{owner} expects all schedulers to belong to the same optimizer, but got scheduler "
                f"{type(scheduler).__name__} at index {i} has {scheduler.optimizer}, which is different from "
                f"{type(optimizer).__name__}."
            )


class _OfSchedules(LRScheduler):
    """Several schedules in one; their state is part of its own."""

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer, and the same of each schedule."""
        state = {name: value for name, value in super().state_dict().items() if name != "_schedulers"}
        return {**state, "_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called."""
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            scheduler.load_state_dict(state)


class SequentialLR(_OfSchedules):
    """One schedule after another, each from its milestone on."""

    def __init__(
        self, optimizer: Optimizer, schedulers: list[LRScheduler], milestones: list[int], last_epoch: int = -1
    ) -> None:
        if len(schedulers) < 1:
            raise ValueError(f"{type(self).__name__} expects at least one scheduler, but got no scheduler.")
        _check_members(type(self).__name__, schedulers, optimizer)
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
            _set(group, "lr", group["initial_lr"])
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
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_OfSchedules):
    """Several schedules at once, one after the other in each step."""

    def __init__(self, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None = None) -> None:
        if len(schedulers) < 1:
            raise ValueError(
                f"{type(self).__name__} expects at least one scheduler to be chained, but got no scheduler."
            )
        optimizer = optimizer or schedulers[0].optimizer
        _check_members(type(self).__name__, schedulers, optimizer)
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = self._current()

    def step(self) -> None:
        """Take one step of each schedule."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._current()


# ---- by what is measured


class ReduceLROnPlateau(LRScheduler):
    """Times a factor whenever a measure has not become better for a while."""

    def __init__(
        self, optimizer: Optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10, threshold: float = 1e-4,
        threshold_mode: str = "rel", cooldown: int = 0, min_lr: Any = 0, eps: float = 1e-8,
    ) -> None:  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        _require_optimizer(optimizer)
        self.optimizer = optimizer
        several = isinstance(min_lr, list | tuple)
        if several and len(min_lr) != len(optimizer.param_groups):
            raise ValueError(f"expected {len(optimizer.param_groups)} min_lrs, got {len(min_lr)}")
        self.default_min_lr = None if several else min_lr
        self.min_lrs = list(min_lr) if several else [min_lr] * len(optimizer.param_groups)
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
        current = float(metrics)
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
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
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(
                    f"The number of param groups in the `optimizer` ({len(groups)}) differs from when `ReduceLROnPlateau` was "
                    f"initialized ({len(self.min_lrs)}), usually due to a new param group being added to the optimizer. Please "
                    "modify the `min_lrs` field to match the length of the `optimizer` param groups."
                )
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, lowest in zip(groups, self.min_lrs, strict=True):
            old = float(group["lr"])
            new = max(old * self.factor, lowest)
            if old - new > self.eps:
                _set(group, "lr", new)

    @property
    def in_cooldown(self) -> bool:
        """Whether the rates were lowered so recently that nothing counts."""
        return self.cooldown_counter > 0

    def _is_better(self, a: float, best: float) -> bool:
        threshold = self.threshold
        if self.mode == "min":
            return a < (best * (1.0 - threshold) if self.threshold_mode == "rel" else best - threshold)
        return a > (best * (threshold + 1.0) if self.threshold_mode == "rel" else best + threshold)


# ---- in cycles, the momentum against the rate


def _start_momentum(optimizer: Optimizer, most: list[float], least: list[float], last_epoch: int) -> bool:
    """Give the groups their first momentum; return whether it is the first of two betas."""
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
    use_beta1 = "betas" in optimizer.defaults
    if last_epoch == -1:
        for group, high, low in zip(optimizer.param_groups, most, least, strict=True):
            _set_momentum(group, high, use_beta1)
            group["max_momentum"] = high
            group["base_momentum"] = low
    return use_beta1


def _set_momentum(group: dict, momentum: float, use_beta1: bool) -> None:
    if use_beta1:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


class CyclicLR(_Schedule):
    """Up from base_lr to max_lr and down again, in straight lines (Smith, 2017)."""

    def __init__(
        self, optimizer: Optimizer, base_lr: Any, max_lr: Any, step_size_up: int = 2000, step_size_down: int | None = None,
        mode: str = "triangular", gamma: float = 1.0, scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle", cycle_momentum: bool = True, base_momentum: Any = 0.8, max_momentum: Any = 0.9,
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        _require_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = _one_each("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, base_lrs, strict=True):
                _set(group, "lr", rate)
        self.max_lrs = _one_each("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self._init_scale_fn()
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            lowest = _one_each("base_momentum", optimizer, base_momentum)
            highest = _one_each("max_momentum", optimizer, max_momentum)
            self.use_beta1 = _start_momentum(optimizer, highest, lowest, last_epoch)
            self.base_momentums, self.max_momentums = lowest, highest
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x: float) -> float:
        """Return how high the cycle is, from the number of the cycle or of the epoch."""
        return (self._scale_fn_ref if self._scale_fn_custom is None else self._scale_fn_custom)(x)

    def _init_scale_fn(self) -> None:
        if self._scale_fn_custom is None:
            self._scale_fn_ref = {
                "triangular": lambda x: 1.0,
                "triangular2": lambda x: 1 / 2.0 ** (x - 1),
                "exp_range": lambda x, gamma=self.gamma: gamma**x,
            }[self.mode]

    def _rates(self) -> list[Rate]:
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        part = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        rates = [low + (high - low) * part * scale for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]
        if self.cycle_momentum:
            bounds = zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums, strict=True)
            for group, low, high in bounds:
                _set_momentum(group, high - (high - low) * part * scale, self.use_beta1)
        return rates

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer; of a function, the attributes if it is an object."""
        state = super().state_dict()
        state.pop("_scale_fn_ref", None)
        function = state.pop("_scale_fn_custom")
        plain = function is None or isinstance(function, types.FunctionType)
        return {**state, "_scale_fn_custom": None if plain else function.__dict__.copy()}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue where `state_dict` was called, with the function there is."""
        attributes = state_dict.get("_scale_fn_custom")
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_scale_fn_custom"})
        if attributes is not None:
            self._scale_fn_custom.__dict__.update(attributes)
        self._init_scale_fn()


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


class OneCycleLR(_Schedule):
    """Up to max_lr and down to almost nothing, once (Smith and Topin, 2018)."""

    def __init__(
        self, optimizer: Optimizer, max_lr: Any, total_steps: int | None = None, epochs: int | None = None,
        steps_per_epoch: int | None = None, pct_start: float = 0.3, anneal_strategy: str = "cos", cycle_momentum: bool = True,
        base_momentum: Any = 0.85, max_momentum: Any = 0.95, div_factor: float = 25.0, final_div_factor: float = 1e4,
        three_phase: bool = False, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        _require_optimizer(optimizer)
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
            for group, rate in zip(optimizer.param_groups, _one_each("max_lr", optimizer, max_lr), strict=True):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            highest = _one_each("max_momentum", optimizer, max_momentum)
            lowest = _one_each("base_momentum", optimizer, base_momentum)
            self.use_beta1 = _start_momentum(optimizer, highest, lowest, last_epoch)
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
