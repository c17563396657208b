"""`torch.utils`: hooks, data loading and checkpointing."""

from . import checkpoint, data, deterministic, hooks

__all__ = ["checkpoint", "data", "deterministic", "hooks"]
