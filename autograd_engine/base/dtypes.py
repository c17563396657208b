"""Data types: `float32` and its relatives, as PyTorch names, prints and ranks them."""

import numpy as np

from .foreign import TypeInC


class dtype(metaclass=TypeInC):
    """A tensor's element type, such as `torch.float32`.

    Attributes: `name` ("float32"), `numpy` (the `numpy.dtype`; None if there are no such tensors here), `legacy` ("Float",
    as in `torch.FloatTensor` and in PyTorch's messages), `itemsize` (bytes), `is_floating_point`, `is_signed`,
    `is_complex`.
    """

    __slots__ = ("name", "numpy", "legacy", "itemsize", "is_floating_point", "is_signed", "is_complex")
    __module__ = "torch"

    def __init__(self, name: str, legacy: str, kind: str, itemsize: int, *, available: bool = True) -> None:
        self.name = name
        self.numpy = np.dtype(name) if available else None
        self.legacy = legacy
        self.itemsize = itemsize
        self.is_floating_point = kind == "f"
        self.is_signed = kind in "fic"
        self.is_complex = kind == "c"

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name


float16 = dtype("float16", "Half", "f", 2)
float32 = dtype("float32", "Float", "f", 4)
float64 = dtype("float64", "Double", "f", 8)
int8 = dtype("int8", "Char", "i", 1)
int16 = dtype("int16", "Short", "i", 2)
int32 = dtype("int32", "Int", "i", 4)
int64 = dtype("int64", "Long", "i", 8)
uint8 = dtype("uint8", "Byte", "u", 1)
bool_ = dtype("bool", "Bool", "b", 1)

ALL = (float16, float32, float64, int8, int16, int32, int64, uint8, bool_)

# Programs may name these, but there are no tensors of them here.
UNAVAILABLE = (
    dtype("bfloat16", "BFloat16", "f", 2, available=False),
    dtype("complex32", "ComplexHalf", "c", 4, available=False),
    dtype("complex64", "ComplexFloat", "c", 8, available=False),
    dtype("complex128", "ComplexDouble", "c", 16, available=False),
    dtype("uint16", "UInt16", "u", 2, available=False),
    dtype("uint32", "UInt32", "u", 4, available=False),
    dtype("uint64", "UInt64", "u", 8, available=False),
)

# numpy's dtype objects of the built-in types are singletons, so this is an identity lookup.
OF_NUMPY = {d.numpy: d for d in ALL}
