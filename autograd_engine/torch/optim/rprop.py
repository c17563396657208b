"""Rprop: steps whose size follows from whether the gradient kept its sign."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from .optimizer import OneByOne, number, require


class Rprop(OneByOne):
    """Resilient backpropagation (Riedmiller and Braun, 1993)."""

    _decays = False
    _checked = ("lr",)

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-2, etas: tuple = (0.5, 1.2), step_sizes: tuple = (1e-6, 50), *,
        capturable: bool = False, foreach: bool | None = None, maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        })  # fmt: skip
        require(0.0 < etas[0] < 1.0 < etas[1], f"Invalid eta values: {etas[0]}, {etas[1]}")

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._remembered(param, "prev")
        if "step_size" not in state:
            state["step_size"] = torch.full_like(grad, number(group["lr"]))
        shrink, grow = group["etas"]
        state["step"] += 1
        sign = grad.mul(state["prev"].clone() if group["differentiable"] else state["prev"]).sign()
        sign[sign.gt(0)] = grow
        sign[sign.lt(0)] = shrink
        sign[sign.eq(0)] = 1
        size = state["step_size"].mul_(sign).clamp_(*group["step_sizes"])
        grad = grad.clone()
        grad[sign.eq(shrink)] = 0  # the sign changed: wait for the next gradient
        param.addcmul_(grad.sign(), size, value=-1)
        state["prev"].copy_(grad)
