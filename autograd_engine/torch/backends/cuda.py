"""`torch.backends.cuda`: how a GPU would multiply matrices, and the switches of attention, which hold for the CPU too."""

import contextlib
from collections.abc import Callable, Iterator

from ...base.warn import warn
from ...ops.attention import allowed
from .._switches import Switch
from ..nn.attention import SDPBackend, sdpa_kernel

_WAYS = {
    "math": "MATH", "flash": "FLASH_ATTENTION", "mem_efficient": "EFFICIENT_ATTENTION", "cudnn": "CUDNN_ATTENTION",
}  # fmt: skip


def is_built() -> bool:
    """Return whether a GPU could be used on another machine: no."""
    return False


def is_flash_attention_available() -> bool:
    """Return whether a GPU could compute attention in one operator: there is none."""
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


@contextlib.contextmanager
def sdp_kernel(
    enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True, enable_cudnn: bool = True
) -> Iterator[dict]:
    """Allow only some ways of computing attention in a block; deprecated in favour of `torch.nn.attention.sdpa_kernel`."""
    warn(
        "`torch.backends.cuda.sdp_kernel()` is deprecated. In the future, this context manager will be removed. Please see "
        "`torch.nn.attention.sdpa_kernel()` for the new context manager, with updated signature.",
        FutureWarning,
    )
    wanted = {"flash": enable_flash, "mem_efficient": enable_mem_efficient, "math": enable_math, "cudnn": enable_cudnn}
    return _allowing([getattr(SDPBackend, _WAYS[name]) for name, enabled in wanted.items() if enabled])


def _allowing(backends: list[SDPBackend]) -> Iterator[dict]:
    with sdpa_kernel(backends) as context:
        yield context
