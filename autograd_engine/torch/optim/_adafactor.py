"""Adafactor: steps scaled by squared gradients, of which for a matrix only the means of rows and columns are kept."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...graph.tensor import Tensor
from .optimizer import OneByOne, counter, number, require, require_least

__all__ = ["Adafactor"]


class Adafactor(OneByOne):
    """Adaptive learning rates with sublinear memory (Shazeer and Stern, 2018)."""

    _decays = False

    def __init__(
        self, params: Any, lr: float | Tensor = 1e-2, beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3), d: float = 1.0, weight_decay: float = 0.0, *,
        foreach: bool | None = None, maximize: bool = False,
    ) -> None:  # fmt: skip
        require(not isinstance(lr, Tensor) or lr.numel() == 1, "Tensor lr must be 1-element")
        require_least(0.0, lr, "Learning rate should be >= 0 but is")
        require(beta2_decay <= 0.0, f"beta2_decay should be <= 0 but is: {beta2_decay}")
        require(eps[0] is None or eps[0] >= 0.0, f"epsilon1 should be >= 0 but is: {eps[0]}")
        require_least(0.0, eps[1], "epsilon2 should be >= 0 but is")
        require_least(1.0, d, "Clipping threshold d should be >= 1 but is")
        require_least(0.0, weight_decay, "weight_decay should be >= 0 but is")
        super().__init__(params, {
            "lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize,
        })  # fmt: skip

    def _start(self, param: Tensor, grad: Tensor) -> dict[str, Any]:
        state = self.state[param]
        state["step"] = counter()
        if grad.dim() > 1:
            *rest, rows, columns = grad.shape
            state["row_var"] = grad.new_zeros([*rest, rows, 1])
            state["col_var"] = grad.new_zeros([*rest, 1, columns])
        else:
            state["variance"] = torch.zeros_like(grad)
        return state

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        state = self.state[param] or self._start(param, grad)
        lr, (eps1, eps2) = number(group["lr"]), group["eps"]
        eps1 = torch.finfo(param.dtype).eps if eps1 is None else eps1
        state["step"] += 1
        step = state["step"].item()
        scale = max(eps2, param.norm(2).item() / param.numel() ** 0.5) * min(lr, 1 / step**0.5)
        if group["weight_decay"] != 0:
            param.mul_(1 - lr * group["weight_decay"])
        update = self._variance(state, grad, step ** group["beta2_decay"], eps1).clamp_(min=eps1 * eps1).rsqrt_()
        update.mul_(grad)
        clipped = max(1.0, update.norm(2).item() / (update.numel() ** 0.5 * group["d"]))
        param.add_(update, alpha=-scale / clipped)

    def _variance(self, state: dict[str, Any], grad: Tensor, share: float, eps: float) -> Tensor:
        """Count a gradient among the squared ones so far, and return their estimate."""
        if grad.dim() <= 1:
            return state["variance"].lerp_(grad * grad, share).clone()
        for name, dim in (("row_var", -1), ("col_var", -2)):
            mean = torch.norm(grad, dim=dim, keepdim=True).square_().div_(grad.size(dim))
            state[name].lerp_(mean, share)
        estimate = state["row_var"] @ state["col_var"]
        return estimate.div_(state["row_var"].mean(dim=-2, keepdim=True).clamp_(min=eps))
