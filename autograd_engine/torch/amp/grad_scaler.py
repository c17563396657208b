"""GradScaler: a loss is multiplied before the backward pass so that small gradients survive in float16."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from ... import torch
from ...base.warn import warn
from ...graph.tensor import Tensor

__all__ = ["GradScaler", "OptState"]


class OptState(Enum):
    """What was done with an optimizer since the last `update`."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


class GradScaler:
    """Scales losses, unscales gradients, and leaves out steps whose gradients are not finite.

    After such a step the scale is multiplied by `backoff_factor`, after `growth_interval` others by `growth_factor`.
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        self._device = device
        self._enabled = enabled
        if device == "cuda" and enabled:
            warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
            self._enabled = False
        if not self._enabled:
            return
        self._init_scale = init_scale
        self._scale: Tensor | None = None
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._growth_tracker = 0
        self._forget()

    def _forget(self) -> None:
        self._stages: dict[int, OptState] = {}
        self._found_inf: dict[int, bool] = {}

    def scale(self, outputs: Any) -> Any:
        """Return a tensor, or each of several, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            if self._scale is None:
                self._scale = torch.full((), self._init_scale, dtype=torch.float32)
            return outputs * self._scale
        if isinstance(outputs, Iterable):
            scaled = map(self.scale, outputs)
            return type(outputs)(scaled) if isinstance(outputs, list | tuple) else scaled
        raise ValueError("outputs must be a Tensor or an iterable of Tensors")

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients of an optimizer's parameters by the scale."""
        if not self._enabled:
            return
        self._require_scale("unscale_")
        stage = self._stages.get(id(optimizer), OptState.READY)
        if stage is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if stage is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        inverse = self._scale.double().reciprocal().float()
        grads = [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]
        if any(grad.dtype is torch.float16 for grad in grads):
            raise ValueError("Attempting to unscale FP16 gradients.")
        with torch.no_grad():
            self._found_inf[id(optimizer)] = not all(bool(grad.isfinite().all()) for grad in grads)
            for grad in grads:
                grad.mul_(inverse)
        self._stages[id(optimizer)] = OptState.UNSCALED

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> float | None:
        """Do the optimizer's step with unscaled gradients, unless one is not finite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._require_scale("step")
        stage = self._stages.get(id(optimizer), OptState.READY)
        if stage is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if stage is OptState.READY:
            self.unscale_(optimizer)
        if all(p.grad is None for group in optimizer.param_groups for p in group["params"]):
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None if self._found_inf[id(optimizer)] else optimizer.step(*args, **kwargs)
        self._stages[id(optimizer)] = OptState.STEPPED
        return result

    def update(self, new_scale: float | Tensor | None = None) -> None:
        """Adapt the scale to what the last steps met, or set it."""
        if not self._enabled:
            return
        self._require_scale("update")
        if new_scale is not None:
            self._scale.fill_(new_scale)
        elif not self._found_inf:
            raise AssertionError("No inf checks were recorded prior to update.")
        elif any(self._found_inf.values()):
            self._scale.mul_(self._backoff_factor)
            self._growth_tracker = 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                self._scale.mul_(self._growth_factor)
                self._growth_tracker = 0
        self._forget()

    def _require_scale(self, name: str) -> None:
        if self._scale is None:
            raise AssertionError(
                f"Attempted {name} but _scale is None.  This may indicate your script did not use scaler.scale(loss or "
                "outputs) earlier in the iteration."
            )

    def get_scale(self) -> float:
        """Return the scale; 1 if switched off."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def is_enabled(self) -> bool:
        """Return whether it is switched on."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """Return what `load_state_dict` takes; nothing if switched off."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._growth_tracker,
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` returned."""
        if not self._enabled:
            return
        self._init_scale = state_dict["scale"]
        if self._scale is not None:
            self._scale.fill_(state_dict["scale"])
        for name in ("growth_factor", "backoff_factor", "growth_interval", "growth_tracker"):
            setattr(self, f"_{name}", state_dict[name if name in state_dict else f"_{name}"])
