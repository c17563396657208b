"""DataParallel: a batch in parts, one for each GPU."""

from __future__ import annotations

from typing import Any

from ..modules.module import Module

__all__ = ["DataParallel"]


class DataParallel(Module):
    """Calls a module on a part of the batch for each GPU; without GPUs on all of it."""

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Return what the module does."""
        return self.module(*inputs, **kwargs)
