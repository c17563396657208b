"""Adamax: Adam with the largest gradient in the place of the mean square."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from .optimizer import OneByOne, number


class Adamax(OneByOne):
    """Adam with the infinity norm (Kingma and Ba, 2015)."""

    _checked = ("lr", "eps", "betas", "weight_decay")

    def __init__(
        self, params: Any, lr: float | Tensor = 2e-3, betas: tuple = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0,
        foreach: bool | None = None, *, maximize: bool = False, differentiable: bool = False, capturable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        })  # fmt: skip

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._remembered(param, "exp_avg", "exp_inf")
        beta1, beta2 = group["betas"]
        state["step"] += 1
        average, largest = state["exp_avg"].lerp_(grad, 1 - beta1), state["exp_inf"]
        largest.mul_(beta2)
        if group["differentiable"]:
            pair = torch.cat([largest.unsqueeze(0), grad.abs().add_(group["eps"]).unsqueeze_(0)], 0)
            largest.copy_(torch.amax(pair, 0))
        else:
            torch.maximum(largest, grad.abs().add_(group["eps"]), out=largest)
        step_size = group["lr"] / (1 - beta1 ** state["step"].item())
        param.addcdiv_(average, largest, value=-number(step_size))
