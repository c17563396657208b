"""Questions about dtypes: promotion, the default dtype, and what a tensor's elements are."""

from __future__ import annotations

from ..base import dtypes, promotion
from ..base.device import NO_CUDA
from ..base.warn import warn_once
from ..graph.tensor import Tensor
from ..op.namespaces import function
from .convert import available, legacy_dtype


@function("torch")
def result_type(tensor, other):
    """Return the dtype in which two tensors or numbers are computed together."""
    operands = [value._data if isinstance(value, Tensor) else value for value in (tensor, other)]
    return dtypes.OF_NUMPY[promotion.result_dtype(operands)]


@function("torch")
def promote_types(type1, type2):
    """Return the smallest dtype that holds both."""
    return dtypes.OF_NUMPY[promotion.promote(available(type1), available(type2))]


@function("torch")
def get_default_dtype():
    """Return the default dtype of floating-point values."""
    return dtypes.OF_NUMPY[promotion.default_float()]


@function("torch")
def set_default_dtype(d):
    """Make `d` the default dtype of floating-point values."""
    if not isinstance(d, dtypes.dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    promotion.set_default_float(available(d))


@function("torch")
def set_default_tensor_type(t):
    """Make the dtype of an old tensor type (or of one named) the default."""
    warn_once(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
        "torch.set_default_device() as alternatives. (Triggered internally at "
        "/__w/pytorch/pytorch/torch/csrc/tensor/python_tensor.cpp:434.)"
    )
    name = t if isinstance(t, str) else f"{getattr(t, '__module__', '')}.{getattr(t, '__name__', '')}"
    dtype = legacy_dtype(name, TypeError(f"type {name} not available. {NO_CUDA}."))
    if dtype is None or name == "torch.Tensor":
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    set_default_dtype(dtype)


@function()
def is_floating_point(input):
    """Return whether the elements are floating point numbers."""
    return input._data.dtype.kind == "f"


@function()
def is_complex(input):
    """Return whether the elements are complex numbers: never."""
    return False


@function()
def is_signed(input):
    """Return whether the elements may be negative."""
    return input._data.dtype.kind in "fi"


@function("torch")
def is_tensor(obj):
    """Return whether an object is a tensor."""
    return isinstance(obj, Tensor)
