"""In-place operations: the one way to overwrite a tensor's memory, and what that does to the graph.

A write counts the version up, so that a node which saved the old contents notices. A recorded write moves the tensor
to a new grad_fn; a write through a view moves the whole base (CopySlices), and its other views follow when next used.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn
from weakref import ref

import numpy as np

from ..base import errors
from ..base.array_memory import at_strided, empty_strided, geometry
from ..base.overlap import refuse_overlap, shares_elements
from ..base.promotion import can_cast, result_dtype
from ..graph.edges import gradient_edge, refresh
from ..graph.grad_mode import grad_enabled
from ..graph.inference import only_inference
from ..graph.node import Node, next_sequence_nr
from ..graph.observer import seam, unobserved
from ..graph.saved_before_write import mutation
from ..graph.tensor import Tensor, wrap
from ..graph.unusual import unusual
from ..graph.views import DEFAULT, refuse_write, written
from .definition import Op


def variant(op: Op, *, overlap: bool = False) -> Callable:
    """Return the in-place form of an operator: `mul_` from `mul`. It computes, then overwrites its first tensor.

    Memory that several elements share cannot be written to, unless `overlap` says that the operator allows it.
    """

    def in_place(self: Tensor, *args: Any, **named: Any) -> Tensor:
        arguments = _bind(op, self, args, named)
        node = begin(op, self, arguments)
        if not overlap:
            refuse_overlap(self._data, [t._data for t in arguments.values() if isinstance(t, Tensor)])
        if op.check is not None:
            _check_result(op, self._data, arguments)
        data = op.compute(arguments)
        if op.kind == "plain":
            _refuse_other(self._data, data)
        overwrite(self, data)
        finish(op, self, node, arguments)
        return self

    return _named(in_place, op)


def reviewing(op: Op) -> Callable:
    """Return the in-place form of a view: `t_` from `t`. It gives the tensor another shape on the same memory.

    It counts as a write, but concerns this tensor only: a view gets a grad_fn on top of its own, its base stays.
    """

    def in_place(self: Tensor, *args: Any, **named: Any) -> Tensor:
        arguments = _bind(op, self, args, named)
        node = begin(op, self, arguments)
        self._data = op.kernel(**{**arguments, "self": self.array()})
        written(self)
        if node is not None:
            set_history(self, node, 0)
            if self._view is not None:
                self._view.version = self._cell[0]
        if seam.count:
            seam.observer().wrote(op, tuple(arguments.values()), self)
        return self

    return _named(in_place, op)


def view_in_place(name: str, definition: Callable, grad_fn: str) -> Callable:
    """Return the in-place form of a view, which has a node name of its own."""
    return reviewing(definition.op.named(name, grad_fn))


def _named(in_place: Callable, op: Op) -> Callable:
    in_place.__name__ = in_place.__qualname__ = op.name.strip("_") + "_"
    in_place.__doc__ = f"In-place version of `{op.name}`."
    in_place.op = op
    return in_place


def _bind(op: Op, self: Tensor, args: tuple, named: dict) -> dict[str, Any]:
    """Return the arguments of a call by name; its signature has checked them."""
    names, defaults = _known(op)
    return {**defaults, **dict(zip(names, (self, *args), strict=False)), **named}


@functools.cache
def _known(op: Op) -> tuple[list[str], dict[str, Any]]:
    """Return the names of the parameters that are given by their place, and the defaults of all."""
    return [p.name for p in op.parameters if not p.keyword], {p.name: p.default for p in op.parameters}


def begin(op: Op, self: Tensor, arguments: dict[str, Any]) -> Node | None:
    """Check that `self` may be written to; return the node of the write, or None if nothing is recorded."""
    if not grad_enabled():
        return None
    asked = op.inputs if op.inputs or op.name.startswith("logical_") else op.tensors
    tensors = [arguments[p.name] for p in asked]
    wanted = any(isinstance(t, Tensor) and t.requires_grad for t in tensors)
    if unusual.used and wanted:
        wanted = not only_inference([arguments[p.name] for p in op.tensors])
    check_writable(self, recorded=wanted)
    if not wanted or op.node is None:
        return None
    edge, nr = gradient_edge(self), self._nr
    clone = _clone_to_save(op, self, arguments)
    if clone is not None and self._view is not None:
        clone._req = True  # CopySlices asks for the gradient of the part that is overwritten
    node = op.node._make(**arguments if clone is None else {**arguments, "self": clone})
    if node is None:
        return None
    if clone is not None and clone._node is not None:
        node._seq, clone._node._seq = clone._node._seq, node._seq  # PyTorch clones when it fills the node
    node._next = (edge, *node._next[1:])
    if nr:
        node._nrs = (nr, *(node._nrs or (0,) * len(node._next))[1:])
    return node


def _clone_to_save(op: Op, self: Tensor, arguments: dict[str, Any]) -> Tensor | None:
    """Return a clone of what is about to be overwritten, if a formula needs it; else None."""
    if all(p.name != "self" for p in op.node._layout.tensors):
        return None
    inputs = [arguments[name] for formula in op.formulas if "self" in formula.names for name in formula.inputs]
    if not any(isinstance(t, Tensor) and t.requires_grad for t in inputs):
        return None
    with unobserved():
        return self.clone()


def check_writable(tensor: Tensor, *, recorded: bool) -> None:
    """Raise PyTorch's error if an in-place operation on `tensor` is not allowed."""
    if not recorded:
        return
    view = tensor._view
    if view is not None:
        if view.creation is not DEFAULT:
            refuse_write(tensor)
        if tensor.requires_grad and view.base._node is None:
            _refuse_leaf(tensor, "a view of a leaf Variable")
    # PyTorch asks for the grad_fn that a view has now, not for the one it will get after a write to its base.
    if tensor._node is None and tensor.requires_grad:
        _refuse_leaf(tensor, "a leaf Variable")


def _refuse_leaf(tensor: Tensor, what: str) -> NoReturn:
    """Raise PyTorch's error for a write to a leaf, and report it: the program may catch it."""
    error = RuntimeError(f"{what} that requires grad is being used in an in-place operation.")
    if seam.count:
        seam.observer().write_refused(tensor, error)
    raise error


def overwrite(tensor: Tensor, data: Any) -> None:
    """Put `data`, broadcast and cast to fit, into the memory of `tensor`; one write."""
    memory = tensor.array()
    dtype = getattr(data, "dtype", memory.dtype)
    shape = np.shape(data)
    if shape != memory.shape:
        _check_fits(memory, data)
    if not can_cast(dtype, memory.dtype):
        raise errors.cannot_cast(dtype, memory.dtype)
    about_to_write(memory)
    if shares_elements(memory):
        np.copyto(memory, data, where=memory != data)  # what stays as it is must not hide what changes
    else:
        memory[...] = data
    written(tensor)


def _check_result(op: Op, memory: Any, arguments: dict[str, Any]) -> None:
    """Raise the errors of a result that does not fit what is overwritten; they come before those of the kernel."""
    operands = [getattr(arguments[p.name], "_data", arguments[p.name]) for p in op.promoted]
    shape = errors.broadcast_shape(*map(np.shape, operands))
    if shape != memory.shape:
        raise errors.output_shape(memory.shape, shape)
    dtype = result_dtype(operands)
    if op.kind == "pointwise" and not can_cast(dtype, memory.dtype):
        raise errors.cannot_cast(dtype, memory.dtype)


def _refuse_other(memory: Any, data: Any) -> None:
    """Raise the error of operators that do not broadcast unless the result has the shape and dtype of what is overwritten."""
    if np.shape(data) != memory.shape:
        raise errors.bad_in_place("size", list(memory.shape), list(data.shape))
    if data.dtype is not memory.dtype and data.dtype.kind == memory.dtype.kind == "f":
        raise errors.bad_in_place("dtype", errors.cpp_name(memory.dtype), errors.cpp_name(data.dtype))


def about_to_write(memory: np.ndarray) -> None:
    """Tell those who need the old contents that they will be gone."""
    if mutation() is not None:
        mutation().about_to_write(memory)
    if seam.count:
        seam.observer().before_write(memory)


def _check_fits(memory: np.ndarray, data: Any) -> None:
    """Raise PyTorch's error unless `data` can be broadcast to `memory`."""
    if errors.broadcast_shape(memory.shape, data.shape) != memory.shape:
        raise errors.output_shape(memory.shape, data.shape)


def finish(op: Any, self: Tensor, node: Node | None, arguments: dict[str, Any]) -> None:
    """Record a write that has happened: the new grad_fn, what it saves of the result, and the observer's step."""
    if node is not None:
        rebase(self, node)
        if node._keep is not None:
            if self._view is not None:
                node._extras().writes_to = ref(self._node)
            node._keep((self,))
    if seam.count:
        seam.observer().wrote(op, tuple(arguments.values()), self)


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
        refuse_overlap(part, [])
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
