"""Adam: steps scaled by running averages of the gradient and of its square."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from .optimizer import OneByOne, number, require, with_decay


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
        require(
            any(all(isinstance(beta, kind) for beta in betas) for kind in (float, Tensor)),
            "betas must be either both floats or both Tensors",
        )

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        names = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
        state = self._remembered(param, *names[: 3 if group["amsgrad"] else 2])
        if group["differentiable"]:
            self._update_recorded(param, decayed(param, grad, group), group, state)
            return
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

    def _update_recorded(self, param: Tensor, grad: Tensor, group: dict[str, Any], state: dict[str, Any]) -> None:
        """Do the same so that it can be differentiated, also with respect to options that are tensors."""
        beta1, beta2 = group["betas"]
        state["step"] += 1
        average, square = state["exp_avg"].lerp_(grad, 1 - beta1), state["exp_avg_sq"]
        if _requires_grad(beta2):
            square.lerp_(torch.square(grad), weight=1 - beta2)
        else:
            square.mul_(beta2).addcmul_(grad, grad, value=number(1 - beta2))
        corrections = [
            1 - beta ** (state["step"].clone() if _requires_grad(beta) else state["step"]) for beta in (beta1, beta2)
        ]
        step_size = (group["lr"] / corrections[0]).neg()
        root = corrections[1].sqrt()
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            square = largest.copy_(torch.maximum(largest.clone(), square))
        deviation = (square.sqrt() / (root * step_size)).add_(group["eps"] / step_size)
        param.addcdiv_(average.clone(), deviation)


def _requires_grad(option: Any) -> bool:
    return isinstance(option, Tensor) and option.requires_grad


def decayed(param: Tensor, grad: Tensor, group: dict[str, Any]) -> Tensor:
    """Shrink the parameter, if its decay is decoupled; return the gradient, with the decay in it if it is not."""
    decay = group["weight_decay"]
    if decay == 0:
        return grad
    if not group["decoupled_weight_decay"]:
        return with_decay(param, grad, decay)
    param.mul_(1 - group["lr"] * decay if group["differentiable"] else 1 - number(group["lr"]) * number(decay))
    return grad


def follow(state: dict[str, Any], grad: Tensor, beta1: float, beta2: float) -> tuple[Tensor, Tensor]:
    """Move the running averages of the gradient and of its square, and return them."""
    average = state["exp_avg"].lerp_(grad, 1 - beta1)
    return average, state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
