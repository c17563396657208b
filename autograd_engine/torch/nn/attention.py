"""`torch.nn.attention`: which way attention is computed, in one operator or in many."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Iterator

from ...ops.attention import allowed

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(enum.Enum):
    """A way to compute attention: MATH in many operators, FLASH_ATTENTION in one; the others need a GPU."""

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __int__(self) -> int:
        return self.value

    __index__ = __int__


@contextlib.contextmanager
def sdpa_kernel(backends: list[SDPBackend] | SDPBackend, set_priority: bool = False) -> Iterator[dict]:
    """Allow only some ways of computing attention in a block; on the CPU their order does not matter."""
    if not isinstance(backends, list | SDPBackend):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
            + type(backends).__name__
        )
    listed = [backends] if isinstance(backends, SDPBackend) else backends
    before = allowed.set(frozenset(backend.name for backend in listed))
    try:
        yield {}
    finally:
        allowed.reset(before)
