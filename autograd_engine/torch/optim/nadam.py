"""NAdam: Adam with Nesterov momentum."""

from __future__ import annotations

from typing import Any

from ...graph.tensor import Tensor
from .adam import decayed, follow
from .optimizer import OneByOne, counter, number


class NAdam(OneByOne):
    """Adam with Nesterov momentum (Dozat, 2016)."""

    _decays = False
    _checked = ("lr", "eps", "betas", "weight_decay", "momentum_decay")

    def __init__(
        self, params: Any, lr: float | Tensor = 2e-3, betas: tuple = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0,
        momentum_decay: float = 4e-3, decoupled_weight_decay: bool = False, *, foreach: bool | None = None,
        maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
        })  # fmt: skip

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self.state[param]
        if not state:
            state["step"], state["mu_product"] = counter(), counter(1.0)
            state["exp_avg"], state["exp_avg_sq"] = param.new_zeros(param.shape), param.new_zeros(param.shape)
        (beta1, beta2), lr, decay = group["betas"], number(group["lr"]), group["momentum_decay"]
        state["step"] += 1
        step = state["step"].item()
        grad = decayed(param, grad, group)
        momentum, next_momentum = (beta1 * (1.0 - 0.5 * 0.96 ** (k * decay)) for k in (step, step + 1))
        state["mu_product"] *= momentum
        average, square = follow(state, grad, beta1, beta2)
        deviation = square.div(1 - beta2**step).sqrt()
        if group["differentiable"]:
            deviation, product = deviation.add(group["eps"]), state["mu_product"]
            next_product = product * next_momentum
            grad = grad * (-lr * (1.0 - momentum) / (1.0 - product))
            average = average * (-lr * next_momentum / (1.0 - next_product))
            param.addcdiv_(grad, deviation)
            param.addcdiv_(average, deviation)
            return
        deviation.add_(group["eps"])
        product = state["mu_product"].item()
        param.addcdiv_(grad, deviation, value=-lr * (1.0 - momentum) / (1.0 - product))
        param.addcdiv_(average, deviation, value=-lr * next_momentum / (1.0 - product * next_momentum))
