"""`torch.accelerator` on a machine without one: programs ask whether there is one."""

from typing import Any


def is_available() -> bool:
    """Return whether there is an accelerator: no."""
    return False


def device_count() -> int:
    """Return the number of accelerators."""
    return 0


def current_accelerator(check_available: bool = False) -> None:
    """Return the accelerator's device: there is none."""


def _refuse(*args: Any, **named: Any) -> None:
    """Raise PyTorch's error: there is no accelerator here."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


current_device_index = set_device_index = synchronize = _refuse
