"""What a custom Function returned becomes its node's outputs, with the history PyTorch gives them."""

from __future__ import annotations

import warnings

from ..base.foreign import type_name
from ..graph import saved
from ..graph.grad_mode import no_grad
from ..graph.node import Node
from ..graph.tensor import Tensor, wrap
from ..graph.views import IN_FUNCTION, MULTI_OUTPUT, NO_GRAD, view_of, written
from ..op.inplace import check_writable, rebase
from .function_node import BackwardCFunction


def wrap_outputs(ctx: BackwardCFunction, args: tuple, outputs: tuple, executable: bool) -> tuple:
    """Make the outputs results of the Function: give them the node as grad_fn, and save what was to be saved."""
    inputs = [arg for arg in args if isinstance(arg, Tensor)]
    dirty = ctx.dirty_tensors or ()
    if not all(isinstance(tensor, Tensor) for tensor in dirty):
        raise RuntimeError("mark_dirty can only accept variables, but argument ")
    for tensor in dirty:
        written(tensor)
    for tensor in dirty:
        if not any(tensor is out for out in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
                "modified inplace must all be outputs of the Function."
            )
    wrapped = []
    for nr, out in enumerate(outputs):
        if not isinstance(out, Tensor):
            ctx._outputs.append(None)
            wrapped.append(out)
            continue
        is_input = any(out is tensor for tensor in inputs)
        is_dirty = any(out is tensor for tensor in dirty)
        no_gradient = any(out is tensor for tensor in ctx.non_differentiable or ()) or out._data.dtype.kind != "f"
        if no_gradient:
            ctx._constant.add(nr)
        out = _output(ctx, out, nr, is_input, is_dirty, executable and not no_gradient, len(outputs))
        ctx._outputs.append((out._data.shape, out._data.dtype))
        wrapped.append(out)
    views = [out for out in wrapped if isinstance(out, Tensor) and out._view is not None]
    several = sum(isinstance(out, Tensor) for out in wrapped) - len(ctx._constant) > 1
    for out in views:
        if not any(out is tensor for tensor in dirty):
            out._view.creation = MULTI_OUTPUT if several else IN_FUNCTION
    if executable:
        _save(ctx, inputs, outputs, wrapped)
    ctx.to_save = None
    return tuple(wrapped)


def _output(
    ctx: BackwardCFunction, out: Tensor, nr: int, is_input: bool, is_dirty: bool, differentiable: bool, count: int
) -> Tensor:
    """Return one output with the history PyTorch gives it."""
    if not differentiable:
        if out.requires_grad:
            if is_input:
                return out.detach()
            if out._view is None:
                out.detach_()
        elif is_input and not is_dirty:
            return _view_as_self(out)
        return out
    if is_dirty:
        if out._node is None and out.requires_grad:
            raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
        if not is_input:
            warnings.warn(
                "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should "
                "be passed to ctx.mark_dirty(). (Triggered internally at "
                "/__w/pytorch/pytorch/torch/csrc/autograd/custom_function.cpp:320.)",
                UserWarning,
                stacklevel=4,
            )
        check_writable(out, recorded=True)
        if out._view is not None and count > 1:
            raise RuntimeError(
                "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return "
                "more than one Tensor. This is not supported by the current autograd engine. You should either make sure "
                "the input is not a view (using .clone() for example) or make your Function only return one Tensor "
                "(potentially splitting it into two Functions: one doing the inplace that returns a single Tensor and a "
                "second one that does the other operations). You can ask on the forum https://discuss.pytorch.org/ if you "
                "need help to do this change."
            )
        rebase(out, ctx) if out._view is not None else _set(out, ctx, nr)
        return out
    if is_input:
        out = _view_as_self(out)
    _set(out, ctx, nr)
    return out


def _view_as_self(tensor: Tensor) -> Tensor:
    """Return a view of a whole input, so that the input itself keeps its history."""
    view = wrap(tensor.array())
    view_of(view, tensor, NO_GRAD)
    view._req = tensor._req
    return view


def _set(out: Tensor, node: Node, nr: int) -> None:
    out._node, out._nr, out._req = node, nr, True
    if out._view is not None:
        out._view.version = out._cell[0]


def _save(ctx: BackwardCFunction, inputs: list, outputs: tuple, wrapped: list) -> None:
    """Save what `save_for_backward` named: outputs as results of this node, everything else as it is."""
    entries = []
    for position, tensor in enumerate(ctx.to_save or ()):
        if tensor is None:
            entries.append(("input", None, None))
            continue
        if not isinstance(tensor, Tensor):
            raise TypeError(
                f"save_for_backward can only save variables, but argument {position} is of type {type_name(tensor)}"
            )
        if saved.hooks() is not None:
            with no_grad():
                entries.append(("input", saved.pack(tensor), None))
        elif tensor._node is ctx and any(tensor is out for out in wrapped):
            if not isinstance(tensor._cell, list):
                tensor._cell = [tensor._cell[0]]
            entries.append(("result", tensor.array(), tensor._nr, tensor._cell, tensor._cell[0]))
        else:
            entries.append(("input", tensor, tensor._cell[0]))
    ctx._saved = tuple(entries)
