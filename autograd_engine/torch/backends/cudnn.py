"""`torch.backends.cudnn`: how a GPU would compute."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .._switches import switches


def is_available() -> bool:
    """Return whether there is cuDNN: no."""
    return False


def version() -> None:
    """Return cuDNN's version: there is none."""


@contextmanager
def flags(
    enabled: bool = False, benchmark: bool = False, benchmark_limit: int = 10, deterministic: bool = False,
    allow_tf32: bool = True, fp32_precision: str = "none", depthwise_kernel: str = "auto",
) -> Iterator[None]:  # fmt: skip
    """Set how a GPU would compute inside the block."""
    module = sys.modules[__name__]
    given = {"enabled": enabled, "benchmark": benchmark, "deterministic": deterministic, "allow_tf32": allow_tf32}
    before = {name: getattr(module, name) for name in given}
    for name, value in given.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


switches(__name__, enabled=True, benchmark=False, deterministic=False, allow_tf32=True)
