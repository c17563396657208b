"""RAdam: Adam that starts without scaling while the averages know too little."""

from __future__ import annotations

from typing import Any

from ...graph.tensor import Tensor
from .adam import decayed, follow
from .optimizer import OneByOne, number


class RAdam(OneByOne):
    """Rectified Adam (Liu et al., 2020)."""

    _decays = False
    _checked = ("lr", "eps", "betas", "weight_decay")

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-3, betas: tuple = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0,
        decoupled_weight_decay: bool = False, *, foreach: bool | None = None, maximize: bool = False,
        capturable: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay, "differentiable": differentiable,
        })  # fmt: skip

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self._remembered(param, "exp_avg", "exp_avg_sq")
        (beta1, beta2), lr = group["betas"], number(group["lr"])
        state["step"] += 1
        step = state["step"].item()
        average, square = follow(state, decayed(param, grad, group), beta1, beta2)
        correction = 1 - beta2**step
        update = average / (1 - beta1**step) * lr
        rho_inf = 2 / (1 - beta2) - 1
        rho = rho_inf - 2 * step * beta2**step / correction
        if rho > 5.0:
            rectified = ((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho)) ** 0.5
            root = square.sqrt()
            deviation = root.add(group["eps"]) if group["differentiable"] else root.add_(group["eps"])
            update = update * (correction**0.5 / deviation) * rectified
        param.add_(update, alpha=-1.0)
