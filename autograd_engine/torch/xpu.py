"""`torch.xpu` on a machine without Intel's GPU: programs ask whether there is one."""

from typing import Any

from ..base.device import NO_XPU


def is_available() -> bool:
    """Return whether there is such a GPU: no."""
    return False


def device_count() -> int:
    """Return the number of such GPUs."""
    return 0


def manual_seed(seed: int) -> None:
    """Seed the GPU's generator: there is none, and nothing happens."""


manual_seed_all = manual_seed


def empty_cache() -> None:
    """Give back unused GPU memory: there is none."""


def _refuse(*args: Any, **named: Any) -> None:
    """Raise PyTorch's error: there is no such GPU here."""
    raise AssertionError(NO_XPU)


current_device = get_device_name = get_device_properties = synchronize = set_device = _refuse
