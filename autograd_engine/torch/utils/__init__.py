"""`torch.utils`: hooks, data loading and checkpointing."""

from . import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]
