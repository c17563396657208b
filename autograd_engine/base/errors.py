"""PyTorch's error messages, word for word, for the mistakes the core can see."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import dtypes
from .foreign import type_name

FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been "
    "freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify "
    "retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors "
    "after calling backward."
)
NO_COMPLEX = (
    "Autograd Studio does not have complex numbers (real PyTorch does): use two real tensors, one for each part"
)


def lacks(what: str, instead: str = "") -> NotImplementedError:
    """The error of what PyTorch has and this engine has not, with what to do instead."""
    return NotImplementedError(f"Autograd Studio does not have {what} (real PyTorch does){instead and f': {instead}'}")


def freed() -> RuntimeError:
    """The error of a second backward through a graph whose saved tensors were freed."""
    return RuntimeError(FREED)


def tensor_type(dtype: np.dtype) -> str:
    """Return the old type of tensors of a dtype, as messages show it."""
    return "CPUBoolType" if dtype.kind == "b" else f"torch.{dtypes.OF_NUMPY[dtype].legacy}Tensor"


def broadcast(arrays: Sequence) -> Exception:
    """The error of shapes that do not broadcast, named after the first pair that clashes."""
    return _broadcast([np.shape(array) for array in arrays if array is not None])


def refuse_in_formula(error: Exception) -> None:
    """Raise PyTorch's error of two arrays in a formula whose shapes do not broadcast, if `error` is numpy's."""
    found = re.match(r"operands could not be broadcast together with shapes \((.*?)\) \((.*?)\)", str(error))
    if found:
        raise _broadcast([tuple(map(int, re.findall(r"\d+", shape))) for shape in found.groups()]) from None


def _broadcast(shapes: list[tuple]) -> Exception:
    shape = shapes[0]
    for other in shapes[1:]:
        ndim = max(len(shape), len(other))
        for axis in range(-1, -ndim - 1, -1):
            a = shape[axis] if -axis <= len(shape) else 1
            b = other[axis] if -axis <= len(other) else 1
            if a != b and a != 1 and b != 1:
                return RuntimeError(
                    f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension "
                    f"{ndim + axis}"
                )
        shape = np.broadcast_shapes(shape, other)
    return ValueError("the shapes broadcast")


def broadcast_shape(*shapes: tuple) -> tuple:
    """Return the shape that shapes broadcast to, or raise PyTorch's error."""
    sized = set(filter(None, shapes))
    if len(sized) < 2:  # all shapes but those of scalars are the same
        return next(iter(sized), ())
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise _broadcast(list(shapes)) from None


def broadcasts_to(shape: tuple, wanted: tuple) -> bool:
    """Whether an array of one shape can be broadcast to another."""
    try:
        return np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
        return False


def not_implemented(kernel_name: str, dtype: np.dtype) -> NotImplementedError:
    """The error of an operator that does not exist for a dtype, by the name of PyTorch's kernel."""
    return NotImplementedError(f"\"{kernel_name}\" not implemented for '{dtypes.OF_NUMPY[dtype].legacy}'")


def require_floating(kernel_name: str, array: Any, *, half: bool = True) -> None:
    """Raise the error of an operator that exists for floating point only, maybe not for float16."""
    if array.dtype.kind != "f" or not half and array.dtype == np.float16:
        raise not_implemented(kernel_name, array.dtype)


def cannot_cast(result: np.dtype, wanted: np.dtype) -> RuntimeError:
    """The error of an in-place result that does not fit the tensor's dtype."""
    result_name, wanted_name = dtypes.OF_NUMPY[result].legacy, dtypes.OF_NUMPY[wanted].legacy
    return RuntimeError(f"result type {result_name} can't be cast to the desired output type {wanted_name}")


def cpp_name(dtype: np.dtype) -> str:
    """Return a dtype as C++ calls it, which some of PyTorch's messages show."""
    return _CPP_NAMES[dtype.name]


_CPP_NAMES = {
    "float16": "c10::Half", "float32": "float", "float64": "double", "int8": "signed char", "int16": "short int", "int32": "int",
    "int64": "long int", "uint8": "unsigned char", "bool": "bool",
}  # fmt: skip


def overflow(dtype: np.dtype) -> RuntimeError:
    """The error of a number that an integer dtype cannot hold."""
    name = "int" if dtype.name == "int32" else f"{dtype.name}_t"
    return RuntimeError(f"value cannot be converted to type {name} without overflow")


def dim_out_of_range(dim: int, ndim: int) -> IndexError:
    """The error of a dimension that a tensor of `ndim` dimensions does not have."""
    low, high = (-ndim, ndim - 1) if ndim else (-1, 0)
    return IndexError(f"Dimension out of range (expected to be in range of [{low}, {high}], but got {dim})")


def not_a_tensor(function: str, name: str, position: int, value: Any) -> TypeError:
    """The error of a wrong argument where a tensor is wanted."""
    return TypeError(f"{function}(): argument '{name}' (position {position}) must be Tensor, not {type_name(value)}")


def output_shape(target: tuple, result: tuple) -> RuntimeError:
    """The error of an in-place result that is larger than the tensor it should go into."""
    return RuntimeError(
        f"output with shape {list(target)} doesn't match the broadcast shape "
        f"{list(np.broadcast_shapes(target, result))}"
    )


def bad_in_place(what: str, tensor: Any, result: Any) -> RuntimeError:
    """Return the error for an in-place operation whose result has another size or dtype than the tensor."""
    return RuntimeError(
        f"Bad in-place call: input tensor {what} {tensor} and output tensor {what} {result} should match"
    )


def wrong_return(hook: Callable, leaf: Any, returned: Any) -> Exception:
    """Return (or raise) PyTorch's error for what a hook that runs after the accumulation returned."""
    checked_result(hook, leaf, returned)
    return RuntimeError("Tensor post accumulate grad hooks should return None.")


def checked_result(hook: Callable, value: Any, returned: Any) -> Any:
    """Return the tensor that a hook returned in the place of the tensor `value`, or raise PyTorch's error if it does not fit."""
    if not hasattr(returned, "_cell"):
        raise TypeError(f"expected Variable, but hook returned '{type_name(returned)}'")
    if value is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    name = getattr(hook, "__name__", type(hook).__name__)
    if returned._data.dtype != value._data.dtype:
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was torch.{value.dtype.legacy}Tensor got "
            f"torch.{returned.dtype.legacy}Tensor)"
        )
    if returned._data.shape != value._data.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return returned
