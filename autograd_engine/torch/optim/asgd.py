"""ASGD: stochastic gradient descent, and the average of the parameters on the way."""

from __future__ import annotations

from typing import Any

from ...graph.tensor import Tensor
from .optimizer import OneByOne, counter, number


class ASGD(OneByOne):
    """Averaged stochastic gradient descent (Polyak and Juditsky, 1992); the average is in the state, under "ax"."""

    _checked = ("lr", "weight_decay")

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-2, lambd: float = 1e-4, alpha: float = 0.75, t0: float = 1e6,
        weight_decay: float = 0, foreach: bool | None = None, maximize: bool = False, differentiable: bool = False,
        capturable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })  # fmt: skip

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state, lr, lambd = self.state[param], number(group["lr"]), group["lambd"]
        if not state:
            state["step"], state["eta"], state["mu"] = counter(), counter(lr), counter(1.0)
            state["ax"] = param.new_zeros(param.shape)
        eta = state["eta"].item()
        state["step"] += 1
        step = state["step"].item()
        param.mul_(1 - lambd * eta)
        param.add_(grad, alpha=-eta)
        if state["mu"].item() != 1:
            state["ax"].add_(param.sub(state["ax"]).mul_(state["mu"]))
        else:
            state["ax"].copy_(param)
        state["eta"].fill_(lr / (1 + lambd * lr * step) ** group["alpha"])
        state["mu"].fill_(1 / max(1, step - group["t0"]))
