"""`torch.autograd.Function`: operations whose forward and backward the user writes.

The object a user calls `ctx` is the node itself, as in PyTorch: `y.grad_fn is ctx`.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..base.foreign import protect, type_name
from ..graph import saved
from ..graph.anomaly import anomaly_enabled, remember
from ..graph.edges import gradient_edge
from ..graph.grad_mode import grad_enabled, no_grad
from ..graph.node import Node, next_sequence_nr
from ..graph.observer import seam
from ..graph.tensor import Tensor, wrap
from ..graph.views import IN_FUNCTION, MULTI_OUTPUT, NO_GRAD, view_of, written
from ..kernels.broadcasting import sum_to_array
from ..op.inplace import check_writable, rebase
from .placeholders import DelayedError

_MODULE = "torch.autograd.function"


class FunctionCtx:
    """What `ctx` offers to the author of a Function."""

    __module__ = _MODULE

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Save tensors for backward, where `ctx.saved_tensors` returns them after checking their versions."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Save tensors for a `jvp`, which this engine does not run."""
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say which inputs `forward` changed in place; each must be returned."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say which outputs have no gradient; backward gets zeros for them."""
        if not all(isinstance(tensor, Tensor) for tensor in tensors):
            raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")
        self.non_differentiable = tensors

    def mark_shared_storage(self, *pairs: Any) -> None:
        """Do nothing; kept because old programs call it."""
        warnings.warn(
            "function.mark_shared_storage is deprecated. Tensors with shared storages are automatically tracked. Note "
            "that calls to `set_()` are not tracked",
            FutureWarning,
            stacklevel=2,
        )

    def set_materialize_grads(self, value: bool) -> None:
        """Choose what backward gets for an output without gradient: zeros (True, the default) or None."""
        self.materialize_grads = value


class BackwardCFunction(FunctionCtx, Node):
    """The node of a custom Function; its subclasses are named after the Function, `MyReLUBackward`."""

    __module__ = _MODULE
    __repr__ = object.__repr__
    _frees = True
    _forward_cls: type
    # Not in `vars(ctx)`, which shows what the author of the Function put there.
    __slots__ = (
        "_constant", "_inputs", "_materialize_grads", "_materialize_non_diff_grads", "_outputs", "_positions", "_taken",
        "dirty_tensors", "needs_input_grad", "non_differentiable", "saved_for_forward", "to_save",
    )  # fmt: skip

    def __init__(self) -> None:
        self._seq = next_sequence_nr()
        self._materialize_grads = self._materialize_non_diff_grads = True
        self.dirty_tensors = self.non_differentiable = self.to_save = self.saved_for_forward = None
        self._next = ()
        self._nrs = self._args = self._fit = self._buffer = self._extra = self._mark = self._note = None
        self._saved = ()
        self._outputs: list[tuple | None] = []
        self._constant: set[int] = set()  # outputs that have no gradient
        self._positions: list[int] = []

    def __call__(self, *grads: Any) -> None:
        """Refuse: the nodes of custom Functions cannot be called in PyTorch, unlike its own."""
        raise TypeError(f"'{type(self).__name__}' object is not callable")

    def _set_materialize_grads(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(
                "set_materialize_grads received an invalid combination of arguments - got (), but expected (bool)"
            )
        self._materialize_grads = value

    materialize_grads = property(fset=_set_materialize_grads)  # nobody can read it in PyTorch

    @property
    def saved_tensors(self) -> tuple:
        """The tensors given to `save_for_backward`; an error if they were freed or changed since."""
        if self._saved == _READ_ONCE:
            raise RuntimeError(_SECOND_READING)
        if self._saved is None:
            raise errors.freed()
        tensors = tuple(self._read(entry) for entry in self._saved)
        if self._forward_cls.clear_saved_tensors_on_access:
            self._saved = _READ_ONCE
        return tensors

    @property
    def _raw_saved_tensors(self) -> tuple:
        if self._saved is None:
            raise errors.freed()
        return tuple(_SavedByFunction(self, at) for at in range(len(self._saved)))

    @property
    def saved_variables(self) -> tuple:
        """The old name of `saved_tensors`."""
        warnings.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning, stacklevel=2)
        return self.saved_tensors

    def _read(self, entry: tuple) -> Tensor | None:
        kind, value, *rest = entry
        if kind == "input":
            version = rest[0]
            if value is None:
                return None
            return value if value._cell[0] == version else saved.unpack_tensor(self, value, version)
        return saved.unpack_result_tensor(self, *rest[:1], value, *rest[1:])

    def _known_outputs(self) -> dict[int, tuple]:
        return {
            nr: _UNDEFINED if meta is None or nr in self._constant else meta for nr, meta in enumerate(self._outputs)
        }

    def apply(self, *grads: Any) -> Any:
        """Call the user's `backward` (or `vjp`)."""
        cls = self._forward_cls
        if cls.backward is not Function.backward and cls.vjp is not Function.vjp:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement "
                "one of them."
            )
        user = cls.vjp if cls.vjp is not Function.vjp else cls.backward
        return user(self, *grads)

    # ---- running in a backward pass

    @property
    def _multi(self) -> bool:
        return len(self._outputs) > 1

    @property
    def _width(self) -> int:
        return len(self._outputs)

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        grads = self._incoming(grad, wrap)
        outs = self._checked(self.apply(*grads))
        return tuple(out if out is None else out._data for out in outs)

    def _apply_recorded(self, grad: Any, edges: tuple) -> tuple:
        return self._checked(self.apply(*self._incoming(grad, lambda tensor: tensor)))

    def _incoming(self, grad: Any, shown: Callable) -> list:
        """Return what backward is called with: the gradients as tensors, zeros (or None) where there is none."""
        by_output = (grad or {}) if self._multi else {0: grad}
        grads = []
        for nr, meta in enumerate(self._outputs):
            value = by_output.get(nr)
            if value is not None:
                grads.append(shown(value))
            elif (
                self._materialize_grads
                and meta is not None
                and (self._materialize_non_diff_grads or nr not in self._constant)
            ):
                grads.append(wrap(np.zeros(*meta)))
            else:
                grads.append(None)
        return grads

    def _checked(self, outs: Any) -> tuple:
        """Return one gradient per edge from what the user's backward returned, or raise PyTorch's error."""
        if not isinstance(outs, tuple):
            outs = (outs,)
        name, expected = type(self).__name__, self._taken
        if len(outs) > expected and all(out is None for out in outs[expected:]):
            outs = outs[:expected]
        if len(outs) != expected:
            raise RuntimeError(
                f"function {name} returned an incorrect number of gradients (expected {expected}, got {len(outs)})"
            )
        grads = []
        for position, out in enumerate(outs):
            if position not in self._positions:
                if out is not None:
                    raise RuntimeError(
                        f"function {name} returned a gradient different than None at position {position + 1}, but the "
                        "corresponding forward input was not a Variable"
                    )
            elif out is None or isinstance(out, Tensor):
                grads.append(out)
            else:
                raise RuntimeError(f"expected Variable or None (got {type_name(out)})")
        return tuple(self._fitted(i, g) for i, g in enumerate(grads))

    def _fitted(self, index: int, grad: Tensor | None) -> Tensor | None:
        """Return a gradient with the shape and dtype of its input; broadcast dimensions are summed."""
        if grad is None or self._next[index] is None:
            return grad
        shape, dtype = self._inputs[index]
        if grad._data.shape != shape:
            if not _expandable(shape, grad._data.shape):
                raise RuntimeError(
                    f"Function {type_name(self)} returned an invalid gradient at index {index} - got "
                    f"{list(grad._data.shape)} but expected shape compatible with {list(shape)}"
                )
            grad = _sum_to(grad, shape)
        if grad._data.dtype is not dtype:
            from ..ops.convert import to_dtype

            grad = to_dtype(grad, dtype) if grad_enabled() else wrap(grad._data.astype(dtype))
        return grad


def _expandable(small: tuple, big: tuple) -> bool:
    if len(small) > len(big):
        return False
    return all(n in (1, m) for n, m in zip(small, big[len(big) - len(small) :], strict=True))


def _sum_to(grad: Tensor, shape: tuple) -> Tensor:
    from ..ops.expand import sum_to

    return sum_to(grad, shape) if grad_enabled() else wrap(sum_to_array(grad._data, shape))


protect(BackwardCFunction, "torch._C._FunctionBase")


class FunctionMeta(type):
    """Gives every Function class the class of its nodes, `_backward_cls`."""

    __module__ = _MODULE

    def __init__(cls, name: str, bases: tuple, namespace: dict) -> None:
        super().__init__(name, bases, namespace)
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), {"_forward_cls": cls, "__module__": _MODULE})


class Function(metaclass=FunctionMeta):
    """The base class of custom operations: override `forward` and `backward` as static methods, call `apply`."""

    __module__ = _MODULE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{self.__class__} should not be instantiated. Methods on autograd functions are all static, so you should "
            "invoke them on the class itself. Instantiating an autograd function will raise an error in a future version "
            "of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: Functions are applied, not called."""
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
            "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    generate_vmap_rule = False
    clear_saved_tensors_on_access = False  # True: the saved tensors can be read once, and are free from then on

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """The rule for `torch.func.vmap`, which this engine does not have."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set generate_vmap_rule=True."
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs, as `forward(ctx, *args)`, or `forward(*args)` together with `setup_context`."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> Any:
        """Fill `ctx` after a `forward` that does not take it."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Return one gradient per argument of `forward` from the gradients of its outputs."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Forward mode, which this engine does not have."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` without recording it, and record the Function itself as one node."""
        separate = cls.setup_context is not Function.setup_context
        if separate:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        if kwargs:
            args = _placed(cls.forward, args, kwargs)
        ctx = cls._backward_cls()
        executable = _prepare(ctx, args)
        if seam.count:
            seam.told().function_begins(ctx, args)
        try:
            with no_grad():
                if separate:
                    output = cls.forward(*args)
                    cls.setup_context(ctx, args, output)
                else:
                    output = cls.forward(ctx, *args)
            several = isinstance(output, tuple)
            outputs = _wrap_outputs(ctx, args, output if several else (output,), executable)
        except BaseException:
            if seam.count:
                seam.told().function_fails(ctx)
            raise
        if seam.count:
            seam.told().function_ends(ctx, outputs)
        return outputs if several else outputs[0]


def _placed(forward: Callable, args: tuple, named: dict) -> tuple:
    """Return the arguments with those given by name at their places, up to the last of them."""
    parameters = list(inspect.signature(forward).parameters.values())[1:]
    names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    for name in named:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if names.index(name) < len(args):
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    placed = list(args)
    for position in range(len(args), max(map(names.index, named)) + 1):
        if names[position] not in named:
            raise TypeError(f"forward() missing required argument: '{names[position]}' (position {position})")
        placed.append(named[names[position]])
    return tuple(placed)


def _prepare(ctx: BackwardCFunction, args: tuple) -> bool:
    """Give the node its edges; return whether anything is to be recorded."""
    tensors = [(i, arg) for i, arg in enumerate(args) if isinstance(arg, Tensor)]
    ctx.needs_input_grad = tuple(isinstance(arg, Tensor) and arg.requires_grad for arg in args)
    ctx._positions, ctx._taken = [i for i, _ in tensors], len(args)
    ctx._inputs = [(t._data.shape, t._data.dtype) for _, t in tensors]
    executable = grad_enabled() and any(ctx.needs_input_grad)
    if executable:
        ctx._next = tuple(gradient_edge(t) for _, t in tensors)
        nrs = tuple(0 if node is None else t._nr for node, (_, t) in zip(ctx._next, tensors, strict=True))
        ctx._nrs = nrs if any(nrs) else None
        if anomaly_enabled():
            remember(ctx)
    return executable


def _wrap_outputs(ctx: BackwardCFunction, args: tuple, outputs: tuple, executable: bool) -> tuple:
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


class _SavedByFunction(saved.SavedTensor):
    """A tensor that `save_for_backward` named, as `grad_fn._raw_saved_tensors` shows it."""

    __slots__ = ()
    __module__ = saved.SavedTensor.__module__

    def _held(self) -> Any:
        kind, value, *rest = self._node._saved[self._at]
        return value if kind == "input" else saved.result_tensor(self._node, rest[0], value, rest[1])

    def _replace(self, packed: saved.Packed) -> None:
        entries, at = self._node._saved, self._at
        self._node._saved = (*entries[:at], ("input", packed, None), *entries[at + 1 :])


_SavedByFunction.__name__ = _SavedByFunction.__qualname__ = "SavedTensor"


def once_differentiable(backward: Callable) -> Callable:
    """Make a `backward` whose result cannot be differentiated again, and says so when someone tries."""

    @functools.wraps(backward)
    def wrapper(ctx: Any, *args: Any) -> Any:
        with no_grad():
            outputs = backward(ctx, *args)
        if not grad_enabled() or not any(isinstance(arg, Tensor) and arg.requires_grad for arg in args):
            return outputs
        several = isinstance(outputs, tuple)
        results = outputs if several else (outputs,)
        wanting = [out if out is None else out.detach().requires_grad_() for out in results]
        return DelayedError(_ONCE_ONLY, len(results))(*wanting)

    return wrapper


_UNDEFINED = (), np.dtype(np.float32)  # what PyTorch's node knows of an output without gradient
_READ_ONCE = "read"  # in the place of saved tensors that are gone since they were read
_SECOND_READING = (
    "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the autograd.Function. Either "
    "access saved_tensors only once, or set clear_saved_tensors_on_access=False."
)
_ONCE_ONLY = "trying to differentiate twice a function that was marked with @once_differentiable"
FunctionCtx.__qualname__ = "FunctionCtx"
