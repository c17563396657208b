"""Adadelta: steps as large as recent ones, scaled by recent gradients."""

from __future__ import annotations

from typing import Any

from ...graph.tensor import Tensor
from .optimizer import OneByOne, number, require


class Adadelta(OneByOne):
    """An adaptive learning rate method (Zeiler, 2012)."""

    _checked = ("lr", "eps", "weight_decay")

    def __init__(
        self, params: Any, lr: float | Tensor = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0,
        foreach: bool | None = None, *, capturable: bool = False, maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize, "capturable": capturable,
            "foreach": foreach, "differentiable": differentiable,
        })  # fmt: skip
        require(0.0 <= rho <= 1.0, f"Invalid rho value: {rho}")

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._remembered(param, "square_avg", "acc_delta")
        rho, eps = group["rho"], group["eps"]
        state["step"] += 1
        state["square_avg"].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        deviation = state["square_avg"].add(eps).sqrt_()
        delta = state["acc_delta"].add(eps).sqrt_()
        delta.div_(deviation).mul_(grad)
        state["acc_delta"].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-number(group["lr"]))
