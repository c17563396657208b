"""`torch.random`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..kernels.generator import default_generator
from ..ops.sampling import Generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state

__all__ = [
    "Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state",
]  # fmt: skip


@contextmanager
def fork_rng(devices: Any = None, enabled: bool = True, **named: Any) -> Iterator[None]:
    """Put the default generator back to where it was at the end of the block."""
    state = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)
