"""The node of a custom Function, which is also the `ctx` of its `forward` and `backward`: `y.grad_fn is ctx`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..base.dtypes import OF_NUMPY
from ..base.foreign import protect, type_name
from ..graph import saved
from ..graph.grad_mode import grad_enabled
from ..graph.node import Node, next_sequence_nr
from ..graph.tensor import Tensor, wrap
from ..kernels.broadcasting import sum_to_array
from ..ops.expand import sum_to

MODULE = "torch.autograd.function"


class FunctionCtx:
    """What `ctx` offers to the author of a Function."""

    __module__ = MODULE

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Save tensors for backward, where `ctx.saved_tensors` returns them after checking their versions."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Save tensors for `jvp`, where `ctx.saved_tensors` returns them."""
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say which inputs `forward` changed in place; each must be returned."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say which outputs have no gradient; backward gets zeros for them."""
        if not all(isinstance(tensor, Tensor) for tensor in tensors):
            raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Choose what backward gets for an output without gradient: zeros (True, the default) or None."""
        self.materialize_grads = value


# Where a ctx has tensors, beside what its author puts there.
_HOLDING = ("_inputs", "_outputs", "dirty_tensors", "non_differentiable", "saved_for_forward", "to_save")


class BackwardCFunction(FunctionCtx, Node):
    """The node of a custom Function; its subclasses are named after the Function, `MyReLUBackward`."""

    __module__ = MODULE
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

    def _given_up(self) -> list:
        held = [*super()._given_up(), dict(vars(self)), *[getattr(self, name, None) for name in _HOLDING]]
        vars(self).clear()
        for name in _HOLDING:
            setattr(self, name, None)
        return held

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
        """The tensors given to `save_for_backward`, or in `jvp` to `save_for_forward`; an error if freed or changed since."""
        if self.saved_for_forward is not None:
            return self.saved_for_forward
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
        return self._forward_cls._overridden()(self, *grads)

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
            grad = grad.to(OF_NUMPY[dtype]) if grad_enabled() else wrap(grad._data.astype(dtype))
        return grad


def _expandable(small: tuple, big: tuple) -> bool:
    if len(small) > len(big):
        return False
    return all(n in (1, m) for n, m in zip(small, big[len(big) - len(small) :], strict=True))


def _sum_to(grad: Tensor, shape: tuple) -> Tensor:
    return sum_to(grad, shape) if grad_enabled() else wrap(sum_to_array(grad._data, shape))


protect(BackwardCFunction, "torch._C._FunctionBase")


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


_UNDEFINED = (), np.dtype(np.float32)  # what PyTorch's node knows of an output without gradient
_READ_ONCE = "read"  # in the place of saved tensors that are gone since they were read
_SECOND_READING = (
    "saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the autograd.Function. Either "
    "access saved_tensors only once, or set clear_saved_tensors_on_access=False."
)
FunctionCtx.__qualname__ = "FunctionCtx"
