"""RMSprop: steps scaled by a running average of the squared gradient."""

from __future__ import annotations

from typing import Any

from ...graph.tensor import Tensor
from .optimizer import OneByOne, number


class RMSprop(OneByOne):
    """Root mean square propagation (Hinton's lectures)."""

    _checked = ("lr", "eps", "momentum", "weight_decay", "alpha")

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-2, alpha: float = 0.99, eps: float = 1e-8, weight_decay: float = 0,
        momentum: float = 0, centered: bool = False, capturable: bool = False, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered, "weight_decay": weight_decay,
            "capturable": capturable, "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
        })  # fmt: skip

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        names = {"square_avg": True, "momentum_buffer": group["momentum"] > 0, "grad_avg": group["centered"]}
        state = self._remembered(param, *(name for name, needed in names.items() if needed))
        alpha, lr = group["alpha"], number(group["lr"])
        state["step"] += 1
        square = state["square_avg"].mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"].lerp_(grad, 1 - alpha)
            deviation = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            deviation = square.sqrt()
        deviation.add_(group["eps"])
        if group["momentum"] > 0:
            running = state["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, deviation)
            param.add_(running, alpha=-lr)
        else:
            param.addcdiv_(grad, deviation, value=-lr)
