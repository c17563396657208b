"""`torch.backends.cuda`: how a GPU would multiply matrices, and the switches of attention, which hold for the CPU too."""

from collections.abc import Callable

from ...ops.attention import allowed
from .._switches import Switch

_WAYS = {
    "math": "MATH", "flash": "FLASH_ATTENTION", "mem_efficient": "EFFICIENT_ATTENTION", "cudnn": "CUDNN_ATTENTION",
}  # fmt: skip


def is_built() -> bool:
    """Return whether a GPU could be used on another machine: no."""
    return False


class _Products:
    allow_tf32 = Switch(False)


matmul = _Products()


def _switch(way: str) -> tuple[Callable[[bool], None], Callable[[], bool]]:
    def enable(enabled: bool) -> None:
        allowed.set(allowed.get() | {way} if enabled else allowed.get() - {way})

    def is_enabled() -> bool:
        return way in allowed.get()

    return enable, is_enabled


for _name, _way in _WAYS.items():
    globals()[f"enable_{_name}_sdp"], globals()[f"{_name}_sdp_enabled"] = _switch(_way)
