"""In-place operations: the one way to overwrite a tensor's memory, and what that does to the graph.

A write counts the version up, so that a node which saved the old contents notices. A recorded write moves the tensor
to a new grad_fn; a write through a view moves the whole base (CopySlices), and its other views follow when next used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import errors
from .accumulate import gradient_edge
from .codegen import REQUIRED
from .grad_mode import grad_enabled, inference_enabled
from .graph import Node, next_sequence_nr
from .observer import seam
from .saved import mutation
from .tensor import Tensor, make, wrap
from .views import DEFAULT, at_strided, geometry, refresh, refuse_write, written

if TYPE_CHECKING:
    from .op import Op


def variant(op: Op) -> Callable:
    """Return the in-place form of an operator: `mul_` from `mul`. It computes, then overwrites its first tensor."""

    def in_place(self: Tensor, *args: Any, **named: Any) -> Tensor:
        arguments = _bind(op, self, args, named)
        node = begin(op, self, arguments)
        data = op.compute(arguments)
        overwrite(self, data)
        finish(op, self, node, arguments)
        return self

    in_place.__name__ = in_place.__qualname__ = op.name.lstrip("_") + "_"
    in_place.__doc__ = f"In-place version of `{op.name}`."
    in_place.op = op
    return in_place


def _bind(op: Op, self: Tensor, args: tuple, named: dict) -> dict[str, Any]:
    names = [p.name for p in op.parameters]
    arguments = {p.name: p.default for p in op.parameters if p.default is not REQUIRED}
    arguments.update(zip(names, (self, *args), strict=False))
    arguments.update(named)
    if len(arguments) < len(names) or len(args) >= len(names):
        raise errors.wrong_argument(op, arguments)
    return {name: arguments[name] for name in names}


def begin(op: Op, self: Tensor, arguments: dict[str, Any]) -> Node | None:
    """Check that `self` may be written to; return the node of the write, or None if nothing is recorded."""
    tensors = [arguments[p.name] for p in op.inputs]
    wanted = grad_enabled() and any(isinstance(t, Tensor) and t.requires_grad for t in tensors)
    check_writable(self, recorded=wanted)
    if not wanted:
        return None
    edge, nr = gradient_edge(self), self._nr
    arguments = dict(arguments)
    if any(p.name == "self" for p in op.node._layout.tensors):
        # The formula needs the value that is about to be lost.
        arguments["self"] = _stand_in(self)
    node = op.node._make(**arguments)
    if node is None:
        return None
    node._next = (edge, *node._next[1:])
    if nr:
        node._nrs = (nr, *(node._nrs or (0,) * len(node._next))[1:])
    return node


def _stand_in(tensor: Tensor) -> Tensor:
    """Return a copy of a tensor's contents that has its place in the graph, to be saved in its stead."""
    copy = make(Tensor, tensor._data.copy())
    copy._node, copy._nr, copy._req = gradient_edge(tensor), tensor._nr, True
    return copy


def check_writable(tensor: Tensor, *, recorded: bool) -> None:
    """Raise PyTorch's error if an in-place operation on `tensor` is not allowed."""
    if tensor._inference and not inference_enabled():
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
            "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
        )
    if not recorded:
        return
    view = tensor._view
    if view is not None:
        if view.creation is not DEFAULT:
            refuse_write(tensor)
        if tensor.requires_grad and view.base.is_leaf:
            raise RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place operation."
            )
    if tensor.requires_grad and tensor.is_leaf:
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def overwrite(tensor: Tensor, data: Any) -> None:
    """Put `data`, broadcast and cast to fit, into the memory of `tensor`; one write."""
    memory = tensor.array()
    dtype = getattr(data, "dtype", memory.dtype)
    if dtype is not memory.dtype and not _castable(dtype, memory.dtype):
        raise errors.cannot_cast(dtype, memory.dtype)
    shape = np.shape(data)
    if len(shape) > memory.ndim or np.broadcast_shapes(shape, memory.shape) != memory.shape:
        raise errors.output_shape(memory.shape, shape)
    about_to_write(memory)
    memory[...] = data
    written(tensor)


def about_to_write(memory: np.ndarray) -> None:
    """Tell those who need the old contents that they will be gone."""
    if mutation() is not None:
        mutation().about_to_write(memory)
    if seam.count:
        seam.told().before_write(memory)


def _castable(source: np.dtype, target: np.dtype) -> bool:
    order = "biuf"
    ranks = {"b": 0, "i": 1, "u": 1, "f": 2}
    return order.index(source.kind) >= 0 and ranks[source.kind] <= ranks[target.kind]


def finish(op: Any, self: Tensor, node: Node | None, arguments: dict[str, Any]) -> None:
    """Record a write that has happened: the new grad_fn, what it saves of the result, and the observer's step."""
    if node is not None:
        rebase(self, node)
        if node._keep is not None:
            node._keep((self,))
    if seam.count:
        seam.told().wrote(op, tuple(arguments.values()), self)


def rebase(tensor: Tensor, node: Node) -> None:
    """Make `node` the grad_fn of a tensor that was written to; for a view, rebase the base through CopySlices."""
    if tensor._view is None:
        set_history(tensor, node, 0)
        return
    base = tensor._view.base
    set_history(base, CopySlices.of(base, tensor, node), 0)
    refresh(tensor)
    tensor._req = True


def set_history(tensor: Tensor, node: Node, nr: int) -> None:
    """Give a tensor a new grad_fn; `retain_grad` moves along, hooks stay on the old one."""
    old, old_nr = tensor._node, tensor._nr
    tensor._node, tensor._nr, tensor._req = node, nr, True
    if tensor._retains and old is not None:
        node._extras().retains[nr] = old._extras().retains.pop(old_nr)


class CopySlices(Node):
    """The backward of a write through a view, as the base sees it. `saved` is the node of the write itself, which gets
    the gradient of the written part and says what is left of it for the old contents."""

    __slots__ = ()
    _frees = True

    @classmethod
    def of(cls, base: Tensor, tensor: Tensor, function: Node) -> CopySlices:
        """Make the node that replaces the grad_fn of `base` after `function` wrote to its view `tensor`."""
        node = object.__new__(cls)
        node._seq = next_sequence_nr()
        node._next = (gradient_edge(base), *function._next[1:])
        nrs = (base._nr, *(function._nrs or (0,) * len(function._next))[1:])
        node._nrs = nrs if any(nrs) else None
        node._fit = None if function._fit is None else (None, *function._fit[1:])
        node._buffer = node._extra = node._mark = node._note = None
        node._saved = function
        _, base_stride, base_offset = geometry(base.array())
        size, stride, offset = geometry(tensor.array())
        node._args = base_stride, size, stride, offset - base_offset
        return node

    def name(self) -> str:
        """Return PyTorch's full name of this node."""
        return "torch::autograd::CopySlices"

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        """Give the written part of `grad` to the write's node; what that returns for the view replaces the part."""
        if grad is None:
            return (None,) * len(self._next)
        function = self._function()
        base_stride, *place = self._args
        whole = empty_strided(grad.shape, base_stride, grad.dtype)
        whole[...] = grad
        part = at_strided(whole, *place)
        outs = function._apply(part.copy(), (self, *edges[1:]))
        part[...] = 0 if outs[0] is None else outs[0]
        return (whole if edges[0] is not None else None, *outs[1:])

    def _apply_recorded(self, grad: Tensor, edges: tuple) -> tuple:
        """Do the same with tensors: the part is a view of a copy, and writing to it is recorded."""
        if grad is None:
            return (None,) * len(self._next)
        function = self._function()
        base_stride, *place = self._args
        whole = wrap(empty_strided(grad._data.shape, base_stride, grad._data.dtype)).copy_(grad)
        part = whole.as_strided(*place)
        outs = function._apply_recorded(part.clone(), (self, *edges[1:]))
        if outs[0] is None:
            part.zero_()
        else:
            part.copy_(outs[0])
        return (whole if edges[0] is not None else None, *outs[1:])

    def _function(self) -> Node:
        if self._saved is None:
            raise errors.freed()
        return self._saved


def empty_strided(shape: tuple, stride: tuple, dtype: np.dtype) -> np.ndarray:
    """Return an uninitialised array with these strides, in elements."""
    extent = 1 + sum((n - 1) * step for n, step in zip(shape, stride, strict=True)) if 0 not in shape else 0
    memory = np.empty(extent, dtype)
    return np.lib.stride_tricks.as_strided(memory, shape, [step * dtype.itemsize for step in stride])
