"""Parameters and buffers: the tensors a Module owns and finds again by name."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from ...base.device import require_cpu
from ...base.printing import parameter_text
from ...base.promotion import default_float
from ...graph.grad_mode import inference_enabled
from ...graph.inference import mark
from ...graph.observer import seam
from ...graph.tensor import Tensor, wrap
from ...op.builtin import as_builtin
from ...op.signatures import parsed, recorded
from ...ops.convert import numpy_dtype
from ...ops.create import new_tensor
from ...trace.pytorch_names import names
from ..overrides import plain, shared

__all__ = ["Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "is_lazy"]


class _Marked(type):
    """The type of Parameter and Buffer: a tensor of another class can be one by the mark that it carries."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if super().__instancecheck__(instance):
            return True
        mark = cls.__dict__.get("_mark_name")
        return mark is not None and isinstance(instance, Tensor) and mark in instance.__dict__


class Parameter(Tensor, metaclass=_Marked):
    """A leaf that a Module registers when it is assigned to an attribute.

    It shares memory and version counter with `data` but none of its history. An error if `requires_grad` is wanted of
    integers.
    """

    __torch_function__ = staticmethod(plain)

    __slots__ = ()
    _mark_name = "_is_param"

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Tensor:
        """Return `data` as a parameter."""
        if data is None:
            data = wrap(np.empty(0, default_float()))
        if type(data) is not Tensor and not issubclass(type(data), Parameter):
            parameter = data.detach().requires_grad_(requires_grad)
            parameter._is_param = True
            return parameter
        if type(requires_grad) is not bool:
            raise TypeError(
                f"_make_subclass(): argument 'require_grad' (position 3) must be bool, not {type(requires_grad).__name__}"
            )
        parameter = shared(cls, data, requires_grad)
        if seam.count:
            seam.observer().created("Parameter", parameter)
        return parameter

    def __deepcopy__(self, memo: dict) -> Tensor:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self.requires_grad)
        return memo[id(self)]

    def __copy__(self) -> Tensor:
        return type(self)(self.data, self.requires_grad)

    def __repr__(self, *, tensor_contents: Any = None) -> str:
        return parameter_text(super().__repr__())


class Buffer(Tensor, metaclass=_Marked):
    """A tensor that a Module registers as a buffer when it is assigned to an attribute: state that is not trained."""

    __torch_function__ = staticmethod(plain)

    __slots__ = ()
    _mark_name = "_is_buffer"

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Tensor:
        """Return `data`, detached, with the mark of a buffer; `persistent` puts it into the `state_dict`."""
        if data is None:
            data = wrap(np.empty(0, default_float()))
        buffer = data.detach().requires_grad_(data.requires_grad)
        buffer.persistent = persistent
        buffer._is_buffer = True
        return buffer


def allocated(size: Any, device: Any = None, dtype: Any = None) -> Tensor:
    """Return a parameter of the given size that its module has yet to fill; observers are told of it then."""
    return shared(Parameter, unfilled(size, device, dtype), True)


def unfilled(size: Any, device: Any = None, dtype: Any = None) -> Tensor:
    """Return a tensor for values to come, of which observers are not told."""
    size = _size(size)
    require_cpu(device)
    for n in size:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(size)}")
    tensor = new_tensor(np.zeros(size, numpy_dtype(dtype, caller="empty") or default_float()))
    if inference_enabled():
        mark(tensor)
    return tensor


_size = parsed(tuple, "empty", recorded("torch", "empty"))


# ---- whose size is not known yet


class _Uninitialized:
    """What parameters and buffers have in common that get their size from the first input."""

    __slots__ = ()

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Become a parameter or buffer of this shape; its values are still to be filled in."""
        self.data = unfilled((shape,) if isinstance(shape, int) else tuple(shape), device, dtype or self.data.dtype)
        self.__class__ = self.cls_to_become

    @property
    def shape(self) -> Any:
        """An error: there is no shape before the first input."""
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` "
            "when trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the "
            "parameters before accessing their attributes."
        )

    def __repr__(self, *, tensor_contents: Any = None) -> str:
        return f"<{type(self).__name__}>"


def _refusing(method: Callable) -> Callable:
    @functools.wraps(method)
    def refuse(self: Tensor, *args: Any, **kwargs: Any) -> NoReturn:
        raise ValueError(
            f"Attempted to use an uninitialized parameter in {as_builtin(method)}. This error happens when you are using a "
            f"`LazyModule` or explicitly manipulating `torch.nn.parameter.{type(self).__name__}` objects. When using "
            "LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch functions"
        )

    return refuse


# What can be done without a size.
_CONVERSIONS = frozenset("half float double char short int long cpu to".split())
_ALLOWED = _CONVERSIONS | set("size copy_ is_complex is_floating_point cuda get_device".split())
_OPERATORS = frozenset(
    "__add__ __radd__ __sub__ __mul__ __rmul__ __truediv__ __matmul__ __neg__ __rsub__ __bool__ __len__ __deepcopy__".split()
)

_REFUSED = (names()["torch.Tensor"] | _OPERATORS) - _ALLOWED

for _name, _method in vars(Tensor).items():
    if isinstance(_method, FunctionType) and _name in _REFUSED:
        setattr(_Uninitialized, _name, _refusing(vars(Tensor).get(_method.__name__, _method)))


class UninitializedParameter(_Uninitialized, Parameter):
    """A parameter that gets its size when its module sees the first input."""

    __slots__ = ()
    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> Tensor:
        """Return a parameter without size."""
        return shared(cls, unfilled((0,), device, dtype), requires_grad)

    def __deepcopy__(self, memo: dict) -> Tensor:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]


class UninitializedBuffer(_Uninitialized, Tensor):
    """A buffer that gets its size when its module sees the first input."""

    __torch_function__ = staticmethod(plain)

    __slots__ = ()
    cls_to_become = Tensor

    def __new__(
        cls, requires_grad: bool = False, device: Any = None, dtype: Any = None, persistent: bool = True
    ) -> Tensor:
        """Return a buffer without size."""
        buffer = shared(cls, unfilled((0,), device, dtype), requires_grad)
        buffer.persistent = persistent
        buffer._is_buffer = True
        return buffer


def _converting(method: Callable) -> Callable:
    @functools.wraps(method)
    def convert(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return UninitializedBuffer(dtype=method(self, *args, **kwargs).dtype, persistent=self.persistent)

    return convert


for _name in _CONVERSIONS:
    setattr(UninitializedBuffer, _name, _converting(getattr(Tensor, _name)))


def is_lazy(param: Any) -> bool:
    """Tell whether a parameter or buffer still waits for its size."""
    return isinstance(param, _Uninitialized)
