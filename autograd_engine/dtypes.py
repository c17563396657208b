"""Data types: `float32` and its relatives, as PyTorch names, prints and ranks them."""

import numpy as np


class dtype:
    """A tensor's element type, such as `torch.float32`.

    Attributes: `name` ("float32"), `numpy` (the `numpy.dtype`), `legacy` ("Float", as in
    `torch.FloatTensor` and in PyTorch's messages), `itemsize` (bytes),
    `is_floating_point`, `is_signed`.
    """

    __slots__ = ("name", "numpy", "legacy", "itemsize", "is_floating_point", "is_signed", "is_complex")
    __module__ = "torch"

    def __init__(self, name: str, numpy_name: str, legacy: str) -> None:
        self.name = name
        self.numpy = np.dtype(numpy_name)
        self.legacy = legacy
        self.itemsize = self.numpy.itemsize
        self.is_floating_point = self.numpy.kind == "f"
        self.is_signed = self.numpy.kind in "fi"
        self.is_complex = False

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name


float16 = dtype("float16", "float16", "Half")
float32 = dtype("float32", "float32", "Float")
float64 = dtype("float64", "float64", "Double")
int8 = dtype("int8", "int8", "Char")
int16 = dtype("int16", "int16", "Short")
int32 = dtype("int32", "int32", "Int")
int64 = dtype("int64", "int64", "Long")
uint8 = dtype("uint8", "uint8", "Byte")
bool_ = dtype("bool", "bool", "Bool")

ALL = (float16, float32, float64, int8, int16, int32, int64, uint8, bool_)

# numpy's dtype objects of the built-in types are singletons, so this is an identity lookup.
OF_NUMPY = {d.numpy: d for d in ALL}
