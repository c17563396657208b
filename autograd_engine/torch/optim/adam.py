"""Adam: steps scaled by running averages of the gradient and of its square."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from .optimizer import OneByOne, number


class Adam(OneByOne):
    """Adaptive moment estimation (Kingma and Ba, 2015)."""

    _decays = False
    _checked = ("lr", "eps", "betas", "weight_decay")

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-3, betas: tuple = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0,
        amsgrad: bool = False, *, foreach: bool | None = None, maximize: bool = False, capturable: bool = False,
        differentiable: bool = False, fused: bool | None = None, decoupled_weight_decay: bool = False,
    ) -> None:  # fmt: skip
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        })  # fmt: skip

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        names = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
        state = self._remembered(param, *names[: 3 if group["amsgrad"] else 2])
        beta1, beta2 = map(number, group["betas"])
        grad = decayed(param, grad, group)
        state["step"] += 1
        step = state["step"].item()
        average, square = follow(state, grad, beta1, beta2)
        if group["amsgrad"]:
            torch.maximum(state["max_exp_avg_sq"], square, out=state["max_exp_avg_sq"])
            square = state["max_exp_avg_sq"]
        deviation = (square.sqrt() / (1 - beta2**step) ** 0.5).add_(group["eps"])
        param.addcdiv_(average, deviation, value=-number(group["lr"] / (1 - beta1**step)))


def decayed(param: Tensor, grad: Tensor, group: dict[str, Any]) -> Tensor:
    """Shrink the parameter, if its decay is decoupled; return the gradient, with the decay in it if it is not."""
    decay = group["weight_decay"]
    if decay == 0:
        return grad
    if not group["decoupled_weight_decay"]:
        return grad.add(param, alpha=number(decay))
    param.mul_(1 - number(group["lr"]) * number(decay))
    return grad


def follow(state: dict[str, Any], grad: Tensor, beta1: float, beta2: float) -> tuple[Tensor, Tensor]:
    """Move the running averages of the gradient and of its square, and return them."""
    average = state["exp_avg"].lerp_(grad, 1 - beta1)
    return average, state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
