"""`torch.device`: there is one, the CPU."""

import re
from typing import Any

from .foreign import TypeInC

NO_CUDA = "Torch not compiled with CUDA enabled"
NO_XPU = "Torch not compiled with XPU enabled"
# Types of devices that PyTorch knows by name and its build for CPUs cannot use.
_UNLINKED = ("mps", "xla", "vulkan", "ipu")


class device(metaclass=TypeInC):
    """A device by name; only "cpu" can hold tensors here."""

    __slots__ = ("type", "index")
    __module__ = "torch"

    def __init__(self, name: Any, index: int | None = None) -> None:
        if isinstance(name, device):
            name, index = name.type, name.index
        if isinstance(name, int):
            raise RuntimeError("Cannot access accelerator device when none is available.")
        if not name:
            raise RuntimeError("Device string must not be empty")
        if not re.fullmatch("[a-zA-Z_]+(:[0-9]+)?", name):
            raise RuntimeError(f"Invalid device string: '{name}'")
        kind, _, number = name.partition(":")
        if kind not in ("cpu", "cuda", "xpu", "meta", *_UNLINKED):
            raise RuntimeError(
                "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, "
                f"lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: {kind}"
            )
        self.type = kind
        self.index = int(number) if number else index

    def __enter__(self) -> "device":
        """Make new tensors on this device inside the block."""
        require_cpu(self)
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave the block."""

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))


CPU = device("cpu")


def require_cpu(name: Any) -> None:
    """Raise PyTorch's error unless `name` (None, a string or a device) is the CPU."""
    if name is None or name is CPU or isinstance(name, str) and name == "cpu":
        return
    kind = device(name).type
    if kind in ("cuda", "xpu"):
        raise AssertionError(NO_CUDA if kind == "cuda" else NO_XPU)
    if kind in _UNLINKED:
        raise RuntimeError(f"PyTorch is not linked with support for {kind} devices")
    if kind != "cpu":
        raise RuntimeError(f"only the CPU exists here; device '{name}' is not available")
