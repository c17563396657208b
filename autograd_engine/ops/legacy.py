"""Tensor types by their old names: `torch.FloatTensor([1, 2])`, `torch.Tensor(2, 3)`, `isinstance(x, torch.LongTensor)`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import dtypes, errors, promotion
from ..base.device import NO_CUDA, require_cpu
from ..base.foreign import type_name
from ..base.size import Size
from ..graph.observer import seam
from ..graph.tensor import Tensor, make
from ..op.namespaces import HOMES, publish
from ..op.signatures import refusal
from .convert import available
from .from_data import array_from, is_sequence
from .memory import _alias


class tensortype(type):
    """The class of the old tensor types: each stands for the tensors of one dtype."""

    dtype: dtypes.dtype

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype

    def __call__(cls, *args: Any, device: Any = None, **named: Any) -> Tensor:
        """Return a tensor of this type, of the given sizes or data."""
        if named:
            raise refusal("new", _NEW, args, named)
        return constructed(Tensor, args, device, available(cls.dtype))


tensortype.__module__ = "torch"


def constructed(kind: type, args: tuple, device: Any, dtype: np.dtype | None = None) -> Tensor:
    """Return the tensor that the constructor of an old type makes of its arguments: sizes, data or another tensor.

    `dtype` is None for torch.Tensor itself, which takes the default dtype and tensors of any.
    """
    require_cpu(device)
    first = args[0] if args else None
    if isinstance(first, Tensor) and len(args) == 1:
        return _as_type(kind, first, dtype)
    wanted = dtype or promotion.default_float()
    if len(args) == 1 and is_sequence(first) and not isinstance(first, Size):
        array = array_from(first, wanted)
    else:
        array = np.zeros(_sizes(args), wanted)
    tensor = make(kind, array)
    if seam.count:
        seam.observer().created("Tensor", tensor)
    return tensor


def _as_type(kind: type, tensor: Tensor, dtype: np.dtype | None) -> Tensor:
    found = tensor._data.dtype
    if dtype is not None and found is not dtype:
        expected, got = (_OPTIONS.format(errors.cpp_name(d)) for d in (dtype, found))
        raise TypeError(f"expected {expected} (got {got})")
    view = _alias.op.call(tensor)
    if kind is not Tensor:
        view.__class__ = kind
    return view


_OPTIONS = (
    "TensorOptions(dtype={}, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), "
    "memory_format=(nullopt))"
)


def _sizes(args: tuple) -> tuple[int, ...]:
    if len(args) == 1 and isinstance(args[0], Size):
        return tuple(args[0])
    sizes = args or (0,)
    for i, n in enumerate(sizes):
        if isinstance(n, bool) or not isinstance(n, int | np.integer):
            if not i:
                raise _no_data(args)
            raise TypeError(
                f"new(): argument 'size' failed to unpack the object at pos {i + 1} with error "
                f'"type must be tuple of ints,but got {type_name(n)}"'
            )
    if min(sizes) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(sizes)}: {list(sizes)}")
    return tuple(int(n) for n in sizes)


def _no_data(args: tuple) -> TypeError:
    if isinstance(args[0], str):
        return TypeError("new(): invalid data type 'str'")
    if len(args) > 1:
        return refusal("new", _NEW, args)
    return TypeError(f"new(): data must be a sequence (got {type_name(args[0])})")


def new(self: Tensor, *args: Any, device: Any = None, size: Any = None) -> Tensor:
    """Return a tensor of this tensor's dtype from sizes or data, as its old type's constructor does."""
    args = args if size is None else tuple(size)
    return constructed(Tensor, args, device, self._data.dtype)


publish("new", new, ("Tensor",))


_NEW = [
    "*, torch.device device = None",
    "torch.Storage storage",
    "Tensor other",
    "tuple of ints size, *, torch.device device = None",
    "object data, *, torch.device device = None",
]


def _new_tensor(cls: type, *args: Any, device: Any = None, **named: Any) -> Tensor:
    if named:
        raise refusal("new", _NEW, args, named)
    return constructed(cls, args, device)


# Subclasses get it too; `Tensor` itself is made by the core, which knows of no constructor.
Tensor.__new__ = staticmethod(_new_tensor)

TYPES = {
    f"{d.legacy}Tensor": tensortype(f"{d.legacy}Tensor", (), {"dtype": d, "__module__": "torch"})
    for d in dtypes.ALL + dtypes.UNAVAILABLE[:1]
}
HOMES["torch"].update(TYPES)


class _CudaType(tensortype):
    def __instancecheck__(cls, instance: object) -> bool:
        return False

    def __call__(cls, *args: Any, **named: Any) -> Tensor:
        raise TypeError(f"type torch.cuda.{cls.__name__} not available. {NO_CUDA}.")


_CudaType.__name__ = "tensortype"
_CudaType.__module__ = "torch"
CUDA_TYPES = {
    name: _CudaType(name, (), {"dtype": kind.dtype, "__module__": "torch.cuda"}) for name, kind in TYPES.items()
}
