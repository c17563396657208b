"""Averages of a model's parameters over training."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from ..nn.modules.batchnorm import _BatchNorm
from ..nn.modules.module import Module

__all__ = ["AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "update_bn"]


def _require_share(decay: float) -> None:
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_avg_fn(decay: float = 0.999) -> Callable:
    """Return the function of an exponential average."""
    _require_share(decay)

    def average(averaged: Tensor, current: Tensor, count: Any) -> Tensor:
        return decay * averaged + (1 - decay) * current

    return torch.no_grad()(average)


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable:
    """Return the function that takes all parameters into an exponential average at once."""
    _require_share(decay)

    def average(averaged: list[Tensor], current: list[Tensor], count: Any) -> None:
        for own, new in zip(averaged, current, strict=True):
            own.lerp_(new, 1 - decay)

    return torch.no_grad()(average)


def get_swa_avg_fn() -> Callable:
    """Return the function of an average in which all models count alike."""

    def average(averaged: Tensor, current: Tensor, count: Any) -> Tensor:
        return averaged + (current - averaged) / (count + 1)

    return torch.no_grad()(average)


class AveragedModel(Module):
    """A copy of a model whose parameters are the average of those the model had at each `update_parameters`."""

    def __init__(
        self, model: Module, device: Any = None, avg_fn: Callable | None = None, multi_avg_fn: Callable | None = None,
        use_buffers: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.module = deepcopy(model)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call the averaged model."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Take the parameters that a model has now into the average."""
        pairs = [
            (own.detach(), new.detach())
            for own, new in zip(self._tensors(self.module), self._tensors(model), strict=False)
        ]
        if self.n_averaged == 0:
            for own, new in pairs:
                own.copy_(new)
        elif self.multi_avg_fn is not None:
            self.multi_avg_fn(*map(list, zip(*pairs, strict=True)), self.n_averaged)
        else:
            average = self.avg_fn or get_swa_avg_fn()
            for own, new in pairs:
                own.copy_(average(own, new, self.n_averaged))
        if not self.use_buffers:
            for own, new in zip(self.module.buffers(), model.buffers(), strict=True):
                own.detach().copy_(new.detach())
        self.n_averaged += 1

    def _tensors(self, model: Module) -> Iterable[Tensor]:
        return chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()


def update_bn(loader: Iterable, model: Module, device: Any = None) -> None:
    """Compute the running statistics of a model's batch normalisations anew, over all of `loader`."""
    norms = {module: module.momentum for module in model.modules() if isinstance(module, _BatchNorm)}
    if not norms:
        return
    was_training = model.training
    model.train()
    for module in norms:
        module.reset_running_stats()
        module.momentum = None
    with torch.no_grad():
        for batch in loader:
            model(batch[0] if isinstance(batch, list | tuple) else batch)
    for module, momentum in norms.items():
        module.momentum = momentum
    model.train(was_training)
