"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any

from ...graph.tensor import Tensor
from .optimizer import OneByOne, number, require


class SGD(OneByOne):
    """param -= lr * grad; with momentum, a running sum of gradients in the place of the gradient."""

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-3, momentum: float = 0, dampening: float = 0,
        weight_decay: float | Tensor = 0, nesterov: bool = False, *, maximize: bool = False, foreach: bool | None = None,
        differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        require(not isinstance(lr, Tensor) or lr.numel() == 1, "Tensor lr must be 1-element")
        for what, value in (("learning rate", lr), ("momentum value", momentum), ("weight_decay value", weight_decay)):
            require(not value < 0.0, f"Invalid {what}: {value}")  # unlike other optimizers, it takes nan
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
        })  # fmt: skip
        require(
            not nesterov or (momentum > 0 and dampening == 0),
            "Nesterov momentum requires a momentum and zero dampening",
        )

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        momentum = group["momentum"]
        if momentum != 0:
            state = self.state[param]
            running = state.get("momentum_buffer")
            if running is None:
                running = state["momentum_buffer"] = grad.detach().clone()
            else:
                running.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(running, alpha=momentum) if group["nesterov"] else running
        param.add_(grad, alpha=-number(group["lr"]))
