"""`torch.cuda` on a machine without a GPU: programs ask whether there is one."""

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

from ...base.device import NO_CUDA
from ...base.device import device as named_device
from ...ops.legacy import CUDA_TYPES as _TYPES
from . import amp

globals().update(_TYPES)


def is_available() -> bool:
    """Return whether there is a GPU: no."""
    return False


def device_count() -> int:
    """Return the number of GPUs."""
    return 0


def is_initialized() -> bool:
    """Return whether the GPU was used."""
    return False


def manual_seed(seed: int) -> None:
    """Seed the GPU's generator: there is none, and nothing happens."""


def manual_seed_all(seed: int) -> None:
    """Seed the generators of all GPUs: there are none, and nothing happens."""


def empty_cache() -> None:
    """Give back unused GPU memory: there is none."""


def _refuse(*args: Any, **named: Any) -> None:
    """Raise PyTorch's error: there is no GPU here."""
    raise AssertionError(NO_CUDA)


current_device = get_device_name = get_device_properties = get_device_capability = synchronize = current_stream = (
    _refuse
)
default_stream = init = ipc_collect = mem_get_info = initial_seed = get_rng_state = can_device_access_peer = _refuse


def get_arch_list() -> list[str]:
    """Return the kinds of GPU that this build computes on: none."""
    return []


get_rng_state_all = get_arch_list
seed, seed_all = (functools.partial(none, 0) for none in (manual_seed, manual_seed_all))


class _Unlinked(type):
    """The class of what only a build for GPUs can make."""

    def __call__(cls, *args: Any, **named: Any) -> None:
        raise RuntimeError(cls.refusal)


class Stream(metaclass=_Unlinked):
    """A queue of a GPU's work: there is none."""

    refusal = "torch.cuda.Stream requires CUDA support"


class Event(metaclass=_Unlinked):
    """A mark in a GPU's queue of work: there is none."""

    refusal = "Tried to instantiate dummy base class Event"


def _index(which: Any) -> int:
    """Return the number of a GPU given as such, by name or as a device; -1 for the current one, if there were any."""
    if isinstance(which, str):
        which = named_device(which)
    if isinstance(which, named_device) and which.type != "cuda":
        raise ValueError(f"Expected a cuda device, but got: {which}")
    if isinstance(which, named_device) or which is None:
        return -1 if which is None or which.index is None else which.index
    return which


class device:
    """Inside `with device(index):` that GPU would be the current one."""

    def __init__(self, device: Any) -> None:
        self.idx = _index(device)
        self.prev_idx = -1

    def __enter__(self) -> None:
        if self.idx >= 0:
            raise RuntimeError("PyTorch was compiled without CUDA support")

    def __exit__(self, *error: Any) -> bool:
        return False


class device_of(device):
    """Inside `with device_of(tensor):` the tensor's GPU would be the current one; it lies on none."""

    def __init__(self, obj: Any) -> None:
        super().__init__(-1)


def set_device(device: Any) -> None:
    """Raise PyTorch's error: there is no GPU to be made the current one."""
    if _index(device) >= 0:
        raise AttributeError("module 'torch._C' has no attribute '_cuda_setDevice'")


@contextlib.contextmanager
def stream(stream: Any) -> Iterator[None]:
    """Do what is inside the `with` as ever: None is no stream, and there are no others."""
    yield


def reset_peak_memory_stats(device: Any = None) -> None:
    """Raise PyTorch's error: there is no GPU whose memory could be watched."""
    raise AttributeError("module 'torch._C' has no attribute '_cuda_resetPeakMemoryStats'")


def memory_allocated(device: Any = None) -> int:
    """Return how many bytes of the GPU are in use: none."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Return whether the GPU computes in bfloat16: there is none."""
    return False
