"""`torch.device`: there is one, the CPU."""

import re
from typing import Any

from .foreign import TypeInC, type_name, types_name

NO_CUDA = "Torch not compiled with CUDA enabled"
NO_XPU = "Torch not compiled with XPU enabled"
UNLINKED_CUDA = (
    "Cannot {} without ATen_cuda library. PyTorch splits its backend into two shared libraries: a CPU library and a CUDA "
    "library; this error has occurred because you are trying to use some CUDA functionality, but the CUDA library has not "
    "been loaded by the dynamic linker for some reason.  The CUDA library MUST be loaded, EVEN IF you don't directly use "
    "any symbols from the CUDA library! One common culprit is a lack of -Wl,--no-as-needed in your link arguments; many "
    "dynamic linkers will delete dynamic library dependencies if you don't depend on any of their symbols.  You can check "
    "if this has occurred by using ldd on your binary to see if there is a dependency on *_cuda.so library."
)
# Types of devices that PyTorch knows by name and its build for CPUs cannot use.
_UNLINKED = ("mps", "xla", "vulkan", "ipu")
# What `signatures.Parser` says of a call that fits none; it knows devices, so that they cannot ask it.
_REFUSED = """\
device() received an invalid combination of arguments - got ({}), but expected one of:
 * (torch.device device)
      didn't match because some of the arguments have invalid types: (!{}!)
 * (str type, int index = -1)
"""


class device(metaclass=TypeInC):
    """A device by name; only "cpu" can hold tensors here."""

    __slots__ = ("type", "index")
    __module__ = "torch"

    def __init__(self, type: Any, index: int | None = None) -> None:
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, bool) or not isinstance(type, int | str):
            raise TypeError(_REFUSED.format(type_name(type), types_name(type)))
        if isinstance(type, int):
            if type < 0:
                raise RuntimeError("Device index must not be negative")
            raise RuntimeError("Cannot access accelerator device when none is available.")
        if not type:
            raise RuntimeError("Device string must not be empty")
        if not re.fullmatch("[a-zA-Z_]+(:[0-9]+)?", type):
            raise RuntimeError(f"Invalid device string: '{type}'")
        kind, _, number = type.partition(":")
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


def require_cuda(name: Any) -> None:
    """Raise PyTorch's error: that `name` is no GPU, or that there is none here."""
    if name is not None and device(name).type != "cuda":
        raise RuntimeError("Invalid device, must be cuda device")
    raise AssertionError(NO_CUDA)
