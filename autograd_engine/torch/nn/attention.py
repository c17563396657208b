"""`torch.nn.attention`: which way attention is computed, in one operator or in many."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import ClassVar

from ...ops.attention import allowed

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend:
    """A way to compute attention: MATH in many operators, FLASH_ATTENTION in one; the others need a GPU."""

    __members__: ClassVar[dict[str, SDPBackend]] = {}

    def __init__(self, value: int) -> None:
        self.name = next((name for name, member in self.__members__.items() if member.value == value), "???")
        self.value = value

    def __repr__(self) -> str:
        return f"<SDPBackend.{self.name}: {self.value}>"

    def __str__(self) -> str:
        return f"SDPBackend.{self.name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SDPBackend) and self.value == other.value

    def __hash__(self) -> int:
        return self.value

    def __int__(self) -> int:
        return self.value

    __index__ = __int__


for _value, _name in enumerate(
    ("ERROR", "MATH", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION", "OVERRIDEABLE"), start=-1
):
    _member = SDPBackend(_value)
    _member.name = _name
    SDPBackend.__members__[_name] = _member
    setattr(SDPBackend, _name, _member)


@contextlib.contextmanager
def sdpa_kernel(backends: list[SDPBackend] | SDPBackend, set_priority: bool = False) -> Iterator[dict]:
    """Allow only some ways of computing attention in a block; on the CPU their order does not matter."""
    if not isinstance(backends, list | SDPBackend):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
            + type(backends).__name__
        )
    listed = [backends] if isinstance(backends, SDPBackend) else backends
    before = allowed.set(frozenset(name for name, member in SDPBackend.__members__.items() if member in listed))
    try:
        yield {}
    finally:
        allowed.reset(before)
