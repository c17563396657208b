"""GradScaler: a loss is multiplied before the backward pass so that small gradients survive in float16."""

from __future__ import annotations

from typing import Any

from ... import torch
from ...base.warn import warn
from ...graph.observer import seam
from ...graph.tensor import Tensor

__all__ = ["GradScaler"]


class GradScaler:
    """Scales losses, unscales gradients, and leaves out steps whose gradients are not finite.

    After such a step the scale is multiplied by `backoff_factor`, after `growth_interval` others by `growth_factor`.
    """

    def __init__(
        self, device: str = "cuda", init_scale: float = 2.0**16, growth_factor: float = 2.0, backoff_factor: float = 0.5,
        growth_interval: int = 2000, enabled: bool = True,
    ) -> None:  # fmt: skip
        self._enabled = enabled
        if device == "cuda" and enabled:
            warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
            self._enabled = False
        self._state = {
            "scale": init_scale, "growth_factor": growth_factor, "backoff_factor": backoff_factor,
            "growth_interval": growth_interval, "_growth_tracker": 0,
        }  # fmt: skip
        self._scaled = False
        self._finite: dict[int, bool] = {}  # by optimizer: whether its gradients were, when they were unscaled
        self._stepped: set[int] = set()

    def scale(self, outputs: Tensor) -> Tensor:
        """Return a tensor times the scale."""
        self._scaled = True
        return outputs * torch.tensor(self._state["scale"]) if self._enabled else outputs

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients of an optimizer's parameters by the scale."""
        if not self._enabled:
            return
        self._require_scaled("unscale_")
        if id(optimizer) in self._stepped:
            raise RuntimeError("unscale_() is being called after step().")
        if id(optimizer) in self._finite:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        grads = [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]
        with torch.no_grad():
            self._finite[id(optimizer)] = all(bool(grad.isfinite().all()) for grad in grads)
            for grad in grads:
                grad.mul_(1 / self._state["scale"])

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> float | None:
        """Do the optimizer's step with unscaled gradients, unless one is not finite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        self._require_scaled("step")
        if id(optimizer) in self._stepped:
            raise RuntimeError("step() has already been called since the last update().")
        if id(optimizer) not in self._finite:
            self.unscale_(optimizer)
        if all(p.grad is None for group in optimizer.param_groups for p in group["params"]):
            raise AssertionError("No inf checks were recorded for this optimizer.")
        self._stepped.add(id(optimizer))
        if self._finite[id(optimizer)]:
            return optimizer.step(*args, **kwargs)
        if seam.count:
            seam.observer().optimizer_stepped(optimizer, True)
        return None

    def update(self) -> None:
        """Adapt the scale to what the last steps met."""
        if not self._enabled:
            return
        self._require_scaled("update")
        state = self._state
        state["_growth_tracker"] += 1
        if not all(self._finite.values()):
            state["scale"] *= state["backoff_factor"]
            state["_growth_tracker"] = 0
        elif state["_growth_tracker"] == state["growth_interval"]:
            state["scale"] *= state["growth_factor"]
            state["_growth_tracker"] = 0
        self._finite.clear()
        self._stepped.clear()

    def _require_scaled(self, name: str) -> None:
        if not self._scaled:
            raise AssertionError(
                f"Attempted {name} but _scale is None.  This may indicate your script did not use scaler.scale(loss or "
                "outputs) earlier in the iteration."
            )

    def get_scale(self) -> float:
        """Return the scale; 1 if switched off."""
        return self._state["scale"] if self._enabled else 1.0

    def is_enabled(self) -> bool:
        """Return whether it is switched on."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` takes; nothing if switched off."""
        return dict(self._state) if self._enabled else {}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` returned."""
        self._state.update(state_dict)
