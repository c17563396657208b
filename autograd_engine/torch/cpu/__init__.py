"""`torch.cpu`: what programs ask of the one device there is."""

from typing import Any

from . import amp


def is_available() -> bool:
    """Return whether there is a CPU: yes."""
    return True


def device_count() -> int:
    """Return the number of CPUs, as PyTorch counts them."""
    return 1


def current_device() -> str:
    """Return the name of the device."""
    return "cpu"


def synchronize(device: Any = None) -> None:
    """Wait until everything is computed, which it is."""
