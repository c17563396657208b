"""Tensor: an array, its place in the autograd graph, and its gradient.

Operators and methods that compute are not here: the modules in `ops/` put them on the class.
"""

from __future__ import annotations

import sys
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any
from weakref import ref

import numpy as np

from ..base import dtypes, errors, printing, promotion
from ..base.array_memory import copied
from ..base.device import CPU, device
from ..base.foreign import type_name
from ..base.size import Size
from ..base.warn import warn_once
from .edges import gradient_edge, refresh
from .grad_mode import grad_enabled, inference_enabled
from .node import Node, RemovableHandle, name_of
from .observer import seam
from .tangents import tangent_of
from .unusual import unusual
from .views import MAYBE, UNWRITTEN

new = object.__new__


class Tensor:
    """A multi-dimensional array of one dtype that can record what was computed from it.

    Slots: `_data` is the array, or a numpy scalar for 0-d results nobody shares memory with yet; `_req` whether a
    gradient is wanted; `_node` and `_nr` the grad_fn and which of its outputs this is; `_cell` the version counter;
    `_view` what a view knows of its base; `_accumulator` a leaf's AccumulateGrad while a graph uses it; `_note` is for
    whoever observes.
    """

    __slots__ = (
        "_data", "_req", "_node", "_nr", "_cell", "_grad", "_view", "_accumulator", "_hooks", "_post_hooks",
        "_retains", "_inference", "_note", "__dict__", "__weakref__",
    )  # fmt: skip
    __module__ = "torch"
    __array_priority__ = 1000

    # ---- the array

    def array(self) -> np.ndarray:
        """Return the memory itself, for those who will share or overwrite it."""
        data = self._data
        if type(data) is not np.ndarray:
            data = self._data = np.asarray(data)
            if self._node is not None:
                self._node._result_moved(self._nr, data)
        return data

    def _wrap(self, data: Any) -> Tensor:
        return wrap(data)

    @property
    def shape(self) -> Size:
        """The length of each dimension."""
        return tuple.__new__(Size, self._data.shape)

    @property
    def dtype(self) -> dtypes.dtype:
        """The type of the elements."""
        return dtypes.OF_NUMPY[self._data.dtype]

    @property
    def device(self) -> device:
        """Where the tensor lies: always the CPU."""
        return CPU

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._data.ndim

    @property
    def data(self) -> Tensor:
        """The same memory without history, and with a version counter of its own: writes to it go unnoticed."""
        return wrap(self.array())

    @data.setter
    def data(self, other: Tensor) -> None:
        if not isinstance(other, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type_name(other)}")
        if self.requires_grad and other._data.dtype.kind != "f":
            raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
        if other._data.dtype != self._data.dtype:
            self._accumulator = None  # graphs made so far know the leaf as it was
        before, self._data = self._data, other.array()
        if seam.count and self._data is not before:  # `w.data *= 2` assigns what it has written to
            seam.observer().updated("set_data", {"self": self, "new_data": other}, self)

    # ---- the graph

    @property
    def requires_grad(self) -> bool:
        """Whether operations on this tensor are recorded."""
        if self._view is None:
            return self._req
        return self._req is True or self._node is not None or self._view.base.requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise RuntimeError("requires_grad must be a bool")
        if self._node is not None and not value:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a computed variable "
                "in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."
            )
        if value and self._node is not None:
            raise RuntimeError("you can only change requires_grad flags of leaf variables.")
        if value and self._data.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
        if value:
            refuse_grad_of_inference(self)
        unusual.used |= value and self._inference
        self._req = bool(value) or (MAYBE if self._view is not None else False)
        if seam.count:
            seam.observer().requires_grad_set(self)

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Set `requires_grad` in place and return the tensor."""
        if not isinstance(requires_grad, bool):
            raise TypeError("requires_grad must be a bool")
        if requires_grad and self._data.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if not (requires_grad and self._node is not None):  # of a computed tensor it is true already
            self.requires_grad = requires_grad
        return self

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor was not computed by a recorded operation."""
        return self._history() is None

    @property
    def grad_fn(self) -> Node | None:
        """The node that differentiates the operation this tensor came from; None for a leaf."""
        node = self._history()
        if node is not None:
            node._asked_about(self._nr, self._data)
        return node

    def _history(self) -> Node | None:
        """Return the grad_fn, the one that fits the memory if this is a view."""
        if self._view is not None:
            refresh(self)
        return self._node

    @property
    def output_nr(self) -> int:
        """Which output of `grad_fn` this tensor is."""
        return self._nr

    @property
    def _version(self) -> int:
        if self._inference:
            raise RuntimeError("Inference tensors do not track version counter.")
        return int(self._cell[0])

    def is_inference(self) -> bool:
        """Whether the tensor was made in `inference_mode`."""
        return self._inference

    @property
    def _base(self) -> Tensor | None:
        return None if self._view is None else self._view.base

    def _is_view(self) -> bool:
        return self._view is not None

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient of a leaf (or of a tensor with `retain_grad()`), None before the first one."""
        if self._grad is None and self._node is not None and not self._retains:
            warnings.warn(_NON_LEAF_GRAD, UserWarning, stacklevel=2)
        if seam.count:
            seam.observer().grad_read(self, sys._getframe(1))
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            check_assigned_grad(self, value)
        before, self._grad = self._grad, value
        if seam.count:
            seam.observer().grad_set(self, before, value)

    @grad.deleter
    def grad(self) -> None:
        self.grad = None

    @property
    def retains_grad(self) -> bool:
        """Whether `retain_grad()` makes this non-leaf keep its gradient."""
        return bool(self._retains)

    def retain_grad(self) -> None:
        """Keep the gradient of this non-leaf in `.grad` too; nothing to do for a leaf."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self._node is not None and not self._retains:
            self._retains = True
            self._node._extras().retains[self._nr] = ref(self)
            if seam.count:
                seam.observer().retained(self)

    def register_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(grad)` whenever this tensor's gradient is complete; a returned tensor replaces it."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        node = self._history()
        if node is not None:
            hooks = node._extras().tensor_hooks.setdefault(self._nr, OrderedDict())
        else:
            if self._hooks is None:
                self._hooks = OrderedDict()
                accumulator = gradient_edge(self)
                if accumulator is not None:  # a view made under no_grad has none
                    accumulator._extras().tensor_hooks[0] = self._hooks
            hooks = self._hooks
        return RemovableHandle.add(hooks, hook)

    def register_post_accumulate_grad_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(tensor)` after this leaf's `.grad` has been accumulated."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if self._history() is not None:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        if self._post_hooks is None:
            self._post_hooks = OrderedDict()
        return RemovableHandle.add(self._post_hooks, hook)

    # ---- Python's protocols

    def __len__(self) -> int:
        if self._data.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return self._data.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if self.dim() == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        size = self._data.size
        if size == 1:
            return bool(self._data.item())
        if size == 0:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")

    def item(self) -> Any:
        """Return the one element as a Python number."""
        if self._data.size != 1:
            raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
        return self._data.item()

    def __float__(self) -> float:
        if self.requires_grad and grad_enabled():
            warn_once(_SCALAR_OF_GRAD)
        return float(self._single())

    def __int__(self) -> int:
        return int(self._single())

    def _single(self) -> Any:
        if self._data.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self._data.item()

    def __index__(self) -> int:
        if self._data.size != 1 or self._data.dtype.kind == "f":
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self._data.item())

    def __contains__(self, element: Any) -> bool:
        if isinstance(element, (Tensor, bool, int, float)):
            return bool((element == self).any().item())
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")

    def tolist(self) -> Any:
        """Return nested lists of Python numbers, or one number for a 0-d tensor."""
        return self._data.tolist()

    def numpy(self, *, force: bool = False) -> np.ndarray:
        """Return the memory as a numpy array; a tensor that requires grad must be detached first."""
        if not isinstance(force, bool):
            raise TypeError("force must be a bool")
        if self.requires_grad and grad_enabled() and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        array = self.array()
        if seam.count:
            seam.observer().shared(array)
        return array

    # Of these two numpy says that their signatures are out of date, and so it does of PyTorch's.

    def __array__(self, dtype: Any = None) -> np.ndarray:
        array = self.numpy()
        return array if dtype is None else array.astype(dtype, copy=False)

    def __array_wrap__(self, array: np.ndarray) -> Tensor:
        return wrap(array.astype(np.uint8) if array.dtype == bool else array)

    def __repr__(self, *, tensor_contents: Any = None) -> str:
        return text_of(self)

    def __format__(self, spec: str) -> str:
        if self._data.ndim == 0 and type(self) is Tensor:
            return format(self._data.item(), spec)
        return object.__format__(self, spec)

    def __reduce_ex__(self, protocol: int) -> tuple:
        return _unpickled, (type(self), np.asarray(self._data), self.requires_grad, self.__dict__)

    def __deepcopy__(self, memo: dict) -> Tensor:
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                "moment.  If you were attempting to deepcopy a module, this may be because of a "
                "torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001"
            )
        if id(self) in memo:
            return memo[id(self)]
        copy = memo[id(self)] = make(type(self), copied(self.array(), memo))
        copy._req = self.requires_grad
        if self._grad is not None:
            copy._grad = self._grad.__deepcopy__(memo)
        copy.__dict__.update(deepcopy(self.__dict__, memo))
        return copy


def wrap(data: Any) -> Tensor:
    """Return a new tensor on `data`, an array or numpy scalar, without history."""
    return make(Tensor, data)


def make(kind: type, data: Any) -> Tensor:
    """Return a new tensor of class `kind` on `data`, without history."""
    tensor = new(kind)
    tensor._data = data
    tensor._req = tensor._retains = tensor._inference = False
    tensor._node = tensor._grad = tensor._view = tensor._accumulator = tensor._hooks = tensor._post_hooks = (
        tensor._note
    ) = None
    tensor._nr = 0
    tensor._cell = UNWRITTEN
    return tensor


def _unpickled(kind: type, array: np.ndarray, requires_grad: bool, attributes: dict) -> Tensor:
    tensor = make(kind, array)
    tensor._req = requires_grad
    tensor.__dict__.update(attributes)
    return tensor


def text_of(tensor: Tensor) -> str:
    """Return what `print(tensor)` shows."""
    try:
        node = tensor._history()
        name = None if node is None else name_of(node).rpartition("::")[2]
    except RuntimeError:  # a view that must not be used any more
        name = "Invalid"
    return printing.tensor_text(
        np.asarray(tensor._data),
        dtype=tensor.dtype,
        requires_grad=tensor.requires_grad and name is None,
        grad_fn=name,
        tangent=tangent_of(tensor),
        default_dtype=dtypes.OF_NUMPY[promotion.default_float()],
        prefix="tensor(" if type(tensor).__module__.startswith("torch") else f"{type(tensor).__name__}(",
    )


def refuse_grad_of_inference(tensor: Tensor) -> None:
    """Raise PyTorch's error if a tensor that is to require grad is one of inference mode, outside of it."""
    if tensor._inference and not inference_enabled():
        raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")


def check_assigned_grad(tensor: Tensor, grad: Any) -> None:
    """Raise PyTorch's error if `grad` cannot be assigned to `tensor.grad`."""
    if not isinstance(grad, Tensor):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type_name(grad)}")
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    if grad.dtype is not tensor.dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{errors.cpp_name(grad._data.dtype)}' to a tensor with grad_dtype "
            f"'{tensor.dtype.legacy}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's "
            "dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. "
            "Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream "
            "systems that assume they match."
        )
    if grad._data.shape != tensor._data.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor of size "
            f"'{list(tensor.shape)}'. Please ensure that the gradient and the tensor are the same size"
        )


_NON_LEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
    "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
    "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the "
    "leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information. (Triggered internally at "
    "/__w/pytorch/pytorch/build/aten/src/ATen/core/TensorBody.h:493.)"
)
_SCALAR_OF_GRAD = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first. (Triggered internally at "
    "/__w/pytorch/pytorch/torch/csrc/autograd/generated/python_variable_methods.cpp:822.)"
)
