"""`torch.cuda` on a machine without a GPU: programs ask whether there is one."""

from typing import Any

from ...base.device import NO_CUDA
from ...ops.legacy import CUDA_TYPES as _TYPES
from . import amp

globals().update(_TYPES)


def is_available() -> bool:
    """Return whether there is a GPU: no."""
    return False


def device_count() -> int:
    """Return the number of GPUs."""
    return 0


def manual_seed(seed: int) -> None:
    """Seed the GPU's generator: there is none, and nothing happens."""


manual_seed_all = manual_seed


def empty_cache() -> None:
    """Give back unused GPU memory: there is none."""


def _refuse(*args: Any, **named: Any) -> None:
    """Raise PyTorch's error: there is no GPU here."""
    raise AssertionError(NO_CUDA)


current_device = get_device_name = get_device_properties = get_device_capability = synchronize = _refuse


def memory_allocated(device: Any = None) -> int:
    """Return how many bytes of the GPU are in use: none."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Return whether the GPU computes in bfloat16: there is none."""
    return False
