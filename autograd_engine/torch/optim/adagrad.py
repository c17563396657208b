"""Adagrad: steps scaled by the sum of all squared gradients so far."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from .optimizer import OneByOne, counter, number


class Adagrad(OneByOne):
    """Adaptive subgradients (Duchi et al., 2011)."""

    _checked = ("lr", "lr_decay", "weight_decay", "initial_accumulator_value", "eps")

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
        initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: bool | None = None, *, maximize: bool = False,
        differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused,
        })  # fmt: skip
        for group in self.param_groups:
            for param in group["params"]:
                self._start(param, group["initial_accumulator_value"])

    def _start(self, param: Tensor, initial: float) -> dict[str, Any]:
        state = self.state[param]
        state["step"] = counter()
        state["sum"] = torch.full_like(param, initial)
        return state

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self.state[param] or self._start(param, self.defaults["initial_accumulator_value"])
        state["step"] += 1
        step_size = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        state["sum"].addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-number(step_size))
