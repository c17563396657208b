"""Functions that PyTorch has in C++: they print as such, and a class that holds one does not make a method of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from ..graph.node import Node
from ..graph.tensor import Tensor
from .namespaces import HOMES


class BuiltinFunction(functools.partial):
    """A function of `torch` as programs see it. It costs a call next to nothing, since `partial` is C, too."""

    def __new__(cls, function: Callable) -> BuiltinFunction:
        """Return the function under its own name."""
        return functools.update_wrapper(super().__new__(cls, function), function)

    def __get__(self, instance: object, owner: type | None = None) -> BuiltinFunction:
        """Return the function itself: later versions of Python make a method of a partial in a class."""
        return self

    def __repr__(self) -> str:
        if "." not in self.__qualname__:
            return f"<built-in function {self.__name__}>"
        return f"<built-in method {self.__name__} of type object at 0x{id(self):x}>"

    def __reduce__(self) -> str:
        return self.__name__  # copied and pickled as `torch.<name>`


class BuiltinMethod(BuiltinFunction):
    """A method of a tensor as programs see it that do not call it at once, as in `x.size[0]`."""

    def __repr__(self) -> str:
        owner = self.func.__self__
        return f"<built-in method {self.__name__} of {type(owner).__name__} object at 0x{id(owner):x}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BuiltinMethod) and self.func == other.func

    def __hash__(self) -> int:
        return hash(self.func)


class MethodDescriptor(BuiltinFunction):
    """A method of Tensor as programs see it, as in `print(torch.Tensor.add)`."""

    def __repr__(self) -> str:
        return f"<method '{self.__name__}' of 'torch._C.TensorBase' objects>"


for _kind, _name in (
    (BuiltinFunction, "builtin_function_or_method"),
    (BuiltinMethod, "builtin_function_or_method"),
    (MethodDescriptor, "method_descriptor"),
):
    _kind.__module__, _kind.__name__, _kind.__qualname__ = "builtins", _name, _name


def as_builtin(value: Any) -> Any:
    """Return a method of a tensor or of a node as PyTorch has it, and everything else as it is."""
    kind = type(value)
    if kind is MethodType and (
        (isinstance(value.__self__, Tensor) and _is_method(value.__func__))
        or (isinstance(value.__self__, Node) and value.__name__ in METHODS_OF_NODES)
    ):
        return BuiltinMethod(value)
    return descriptor(value) if kind is FunctionType and _is_method(value) else value


descriptor = functools.cache(MethodDescriptor)  # `torch.Tensor.add is torch.Tensor.add`


def _is_method(function: Callable) -> bool:
    name = function.__name__
    return name not in METHODS_IN_PYTHON and not name.startswith("__") and vars(Tensor).get(name) is function


METHODS_OF_NODES = (
    "name",
    "register_hook",
    "register_prehook",
    "_register_hook_dict",
    "_sequence_nr",
    "_set_sequence_nr",
)

# The methods of Tensor that are written in Python.
METHODS_IN_PYTHON = frozenset(
    "backward is_shared norm register_hook register_post_accumulate_grad_hook split storage unflatten unique __array__ "
    "__array_wrap__ __contains__ __deepcopy__ __dir__ __floordiv__ __format__ __hash__ __ipow__ __iter__ __len__ __pow__ "
    "__reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rpow__ __rrshift__ __rsub__ "
    "__rdiv__".split()
)

# The functions of `torch` that are written in Python, by module.
_IN_PYTHON = {
    name: module
    for module, names in {
        "torch": "is_tensor set_default_dtype set_default_tensor_type",
        "torch.functional": "atleast_1d atleast_2d atleast_3d broadcast_shapes broadcast_tensors cdist einsum "
        "meshgrid norm split tensordot unique",
        "torch.random": "get_rng_state initial_seed manual_seed seed set_rng_state",
    }.items()
    for name in names.split()
}

# The functions of `torch.nn.functional` that are not, by where they come from.
_OF_TORCH = frozenset(
    "adaptive_avg_pool1d avg_pool1d bilinear celu_ conv1d conv2d conv3d conv_transpose1d conv_transpose2d "
    "conv_transpose3d cosine_similarity hardshrink pairwise_distance pixel_shuffle pixel_unshuffle prelu relu_ selu_ "
    " threshold_".split()
)
_OF_NN = frozenset(
    "avg_pool2d avg_pool3d elu_ gelu hardtanh_ leaky_relu_ linear logsigmoid one_hot scaled_dot_product_attention softplus "
    "softshrink".split()
)


def placed(home: str, functions: dict[str, Callable]) -> dict[str, Callable]:
    """Return the functions of a namespace of `torch` as they are there: those that are PyTorch's C++ as such."""
    return {name: f if isinstance(f, type) else _placed(home, name, f) for name, f in functions.items()}


def _placed(home: str, name: str, function: Callable) -> Callable:
    if home == "nn.functional" and name in _OF_TORCH:
        return _placed("torch", name, HOMES["torch"][name])
    if home == "nn.functional" and name not in _OF_NN:
        function.__module__ = "torch.nn.functional"
        return function
    if home == "torch" and name in _IN_PYTHON:
        function.__module__ = _IN_PYTHON[name]
        return function
    if home in ("linalg", "special"):
        return _builtin(function, f"torch._C._{home}", f"{home}_{name}")
    if home == "nn.functional":
        return _builtin(function, "torch._C._nn", function.__name__)
    return _builtin(function, "torch", f"_VariableFunctionsClass.{name}")


@functools.cache  # `F.conv2d is torch.conv2d`
def _builtin(function: Callable, module: str, qualname: str) -> BuiltinFunction:
    builtin = BuiltinFunction(function)
    builtin.__module__, builtin.__qualname__, builtin.__name__ = module, qualname, qualname.rpartition(".")[2]
    return builtin
