"""`torch.mps` on a machine without Apple's GPU: programs ask whether there is one."""

from collections.abc import Callable


def is_available() -> bool:
    """Return whether there is such a GPU: no."""
    return False


def device_count() -> int:
    """Return the number of such GPUs."""
    return 0


def _unlinked(name: str) -> Callable:
    def refuse() -> None:
        """Raise PyTorch's error: there is no such GPU here."""
        raise RuntimeError(f"Cannot execute {name}() without MPS backend.")

    return refuse


empty_cache, synchronize = _unlinked("emptyCache"), _unlinked("deviceSynchronize")
current_allocated_memory = _unlinked("getCurrentAllocatedMemory")
driver_allocated_memory = _unlinked("getDriverAllocatedMemory")
