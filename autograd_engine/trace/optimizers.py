"""What a Trace tells of the options of an optimizer: those that its rule depends on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What decides how a step is computed, not what it gives; and "lr", which is always told.
_UNTOLD = {"params", "lr", "initial_lr", "foreach", "capturable", "differentiable", "fused"}


def told_options(group: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a group of parameters that are numbers and not 0, and the switches that are on."""
    return {name: value for name, value in group.items() if name not in _UNTOLD and _is_told(value)}


def _is_told(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(part, int | float) for part in value)
    return isinstance(value, int | float) and bool(value)
