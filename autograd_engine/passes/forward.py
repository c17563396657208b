"""Forward-mode AD: each operation on dual tensors computes the tangents of its results too.

There is no second table of formulas. The backward formulas of an operation give v^T J, which is linear in v: what
differentiates that by v, from the tangent t of the inputs on, is J t. So a node of the operation is made aside, its
formulas run on a v, and a backward pass through them alone gives the tangent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from ..base.array_memory import empty_strided, geometry
from ..base.errors import lacks
from ..base.foreign import type_name
from ..graph.edges import gradient_edge
from ..graph.grad_mode import enable_grad, grad_enabled
from ..graph.node import Node
from ..graph.observer import Observer, seam, unobserved
from ..graph.saved import hook_stack, restore_hooks
from ..graph.tangents import current_level, without_tangents
from ..graph.tensor import Tensor, wrap
from ..op.definition import Op
from ..ops.expand import fitted_recorded
from ..ops.memory import _fw_primal
from .backward import grad


class Level(Observer):
    """A level of forward-mode AD: the tangents of its dual tensors, and what computes those of results."""

    is_engine = True

    def __init__(self) -> None:
        self._tangents: dict[int, tuple[ref, Tensor | None]] = {}  # by id; None: not even that of a base
        self._of_outputs: WeakKeyDictionary[Node, dict[int, Tensor]] = WeakKeyDictionary()
        self._overwritten: np.ndarray | None = None  # what was in the memory that is being written to

    def enter(self) -> None:
        """Have the operations of this context compute tangents from now on."""
        if current_level.get() is not None:
            raise RuntimeError("Nested forward mode AD is not supported at the moment")
        current_level.set(self)
        seam.add(self)

    def leave(self) -> None:
        """Forget all tangents."""
        current_level.set(None)
        seam.remove(self)

    # ---- which tensor has which tangent

    def tangent_of(self, tensor: Tensor) -> Tensor | None:
        """Return the tangent of a tensor, None if it has none: its own, that of a saved output, or a view of its base's."""
        held = self._tangents.get(id(tensor))
        if held is not None:
            return held[1]
        if tensor._node is not None:
            saved = self._of_outputs.get(tensor._node, {}).get(tensor._nr)
            if saved is not None:
                return saved
        base = None if tensor._view is None else tensor._view.base
        if base is None or self.tangent_of(base) is None:
            return None
        size, stride, offset = geometry(tensor.array())
        whole = self._in_layout(base)
        start = geometry(whole.array())[2] - geometry(base.array())[2]
        with _internal():
            return self._hold(tensor, whole.as_strided(size, stride, start + offset))

    def attach(self, tensor: Tensor, tangent: Tensor) -> None:
        """Make a tensor dual, by a tangent of its size; one that lies otherwise in memory is copied."""
        if tensor._data.shape != tangent._data.shape:
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
                f"supported. Tensor is of size {list(tensor.shape)} while the given forward gradient is of size "
                f"{list(tangent.shape)}."
            )
        self._hold(tensor, tangent)
        self._in_layout(tensor)
        seam.observer().dual(tensor, tangent)

    def separate(self, tensor: Tensor) -> None:
        """Let a tensor, and its views, have no tangent, though its base may have one."""
        self._hold(tensor, None)

    def _hold(self, tensor: Tensor, tangent: Tensor | None) -> Tensor | None:
        key, held = id(tensor), self._tangents
        held[key] = ref(tensor, lambda _: held.pop(key, None)), tangent
        if tangent is not None and tensor._node is not None:
            self._of_outputs.setdefault(tensor._node, {})[tensor._nr] = tangent
        return tangent

    def _in_layout(self, tensor: Tensor) -> Tensor:
        """Return the tangent of a tensor, lying in memory as the tensor does, so that it can be viewed and written alike."""
        tangent = self.tangent_of(tensor)
        if tangent._data.strides == tensor.array().strides:
            return tangent
        with _internal():
            return self._hold(tensor, _empty_like(tensor).copy_(tangent))

    # ---- what is observed of the operations of the program

    def op(self, op: Op, inputs: tuple, outputs: tuple) -> None:
        """Give the results of an operation their tangents."""
        if current_level.get() is not self:
            return
        tangents = [self._of_argument(value) for value in inputs]
        if op.kind == "view":
            self._view(op, inputs, outputs)
        elif op.node is not None and any(t is not None for t in _flat(tangents)):
            for out, tangent in zip(outputs, self._product(op, inputs, tangents, outputs), strict=True):
                if tangent is not None:
                    self._hold(out, tangent)

    def before_write(self, array: np.ndarray) -> None:
        """Keep what is overwritten: the formulas of an operation in place may need it."""
        if current_level.get() is self:
            self._overwritten = array.copy()

    def wrote(self, op: Op, inputs: tuple, tensor: Tensor) -> None:
        """Write the tangent of what an operation in place has written."""
        if current_level.get() is not self:
            return
        tangents = [self._of_argument(value) for value in inputs]
        if op.kind == "view":  # only of this tensor, which has its new shape already
            if tangents[0] is not None:
                with _internal():
                    self._hold(tensor, op.call(**{**_named(op, inputs), "self": tangents[0]}))
        elif op.node is not None and any(t is not None for t in _flat(tangents)):
            if tangents[0] is not None:
                with _internal():
                    tangents[0] = tangents[0].clone()  # which is about to be written over
            # Of `x.mul_(x)` PyTorch, too, takes the second x as it is now.
            given = (self._old(op, tensor, tangents), *inputs[1:])
            (product,) = self._product(op, given, tangents, (tensor,))
            if product is not None:
                self._write(tensor, product)

    # ---- tangents of results

    def _of_argument(self, value: Any) -> Any:
        """Return the tangent of an argument, a list of them for a sequence; None where there is none."""
        if isinstance(value, Tensor):
            return self.tangent_of(value)
        if isinstance(value, list | tuple):
            return [self._of_argument(one) for one in value]
        return None

    def of_function(self, node: Any, inputs: tuple, outputs: tuple) -> None:
        """Give the results of a custom Function the tangents that its `jvp` returns."""
        tangents = [self._of_argument(value) for value in inputs]
        if all(t is None for t in tangents):
            return
        for i, value in enumerate(inputs):
            if tangents[i] is None and node._materialize_grads and isinstance(value, Tensor) and _is_float(value):
                tangents[i] = _zeros_like(value)
        with without_tangents():
            returned = node._forward_cls.jvp(node, *tangents)
        returned = returned if isinstance(returned, tuple) else (returned,)
        if len(returned) != len(outputs):
            raise RuntimeError(
                f"Function's jvp returned an invalid number of forward gradients (expected {len(outputs)} but got "
                f"{len(returned)})"
            )
        for nr, (out, tangent) in enumerate(zip(outputs, returned, strict=True)):
            if not (tangent is None or isinstance(tangent, Tensor)):
                raise RuntimeError(f"expected Variable or None (got {type_name(tangent)}) for grad output {nr}.")
            if isinstance(out, Tensor) and nr not in node._constant:
                _check_returned(out, tangent, inputs, tangents)
                self.attach(out, tangent)

    def _view(self, op: Op, inputs: tuple, outputs: tuple) -> None:
        """Make the same view of the tangent, so that a write through the one can be followed in the other."""
        source = inputs[0]
        if self.tangent_of(source) is not None:
            tangent = self._in_layout(source)
            with _internal():
                found = op.call(**{**_named(op, inputs), "self": tangent})
            for out, view in zip(outputs, found if isinstance(found, tuple) else (found,), strict=True):
                self._hold(out, view)
        elif id(source) in self._tangents:
            for out in outputs:
                self.separate(out)

    def _product(self, op: Op, inputs: Any, tangents: list, outputs: tuple) -> list[Tensor | None]:
        """Return the Jacobian of an operation times the tangents of its inputs, for each output."""
        arguments, pushed = _named(op, inputs), _named(op, tangents)
        flat = _flat(pushed[p.name] for p in op.inputs)
        recorded = grad_enabled() and any(isinstance(t, Tensor) and t.requires_grad for t in (*_flat(inputs), *flat))
        with _internal(), enable_grad():
            for p in op.inputs:
                arguments[p.name] = _opened(arguments[p.name], pushed[p.name])
            node = op.node._make(**arguments)
            if node is None:  # all are inference tensors
                return [None] * len(outputs)
            if op.outputs is None:
                node._width = len(outputs)
            if node._keep is not None:
                node._keep(outputs)
                if outputs[0]._node is not None:
                    node._extras().writes_to = ref(outputs[0]._node)  # a saved output has the program's history
            seeds = {  # ones: a formula that takes the logarithm of v has no derivative at 0
                nr: wrap(np.ones_like(out._data)).requires_grad_()
                for nr, out in enumerate(outputs)
                if out is not None and nr < node._width and _is_float(out)
            }
            edges = tuple(edge if t is not None else None for edge, t in zip(node._next, flat, strict=False))
            with _refusing(op):
                backward = node._apply_recorded(seeds if node._multi else seeds.get(0), edges)
            if node._fit is not None:
                backward = fitted_recorded(backward, node._fit)
            chosen = [
                (g, t)
                for g, t in zip(backward, flat, strict=True)
                if t is not None and g is not None and g.requires_grad
            ]
            found = [None] * len(seeds)
            if chosen:
                rows, given = zip(*chosen, strict=True)
                with _refusing(op):
                    found = grad(rows, tuple(seeds.values()), given, create_graph=recorded, allow_unused=True)
            by_output = {}
            for (nr, seed), tangent in zip(seeds.items(), found, strict=True):
                own = _zeros_like(seed) if tangent is None else tangent
                if any(t is not None and np.may_share_memory(own._data, t._data) for t in flat):
                    own = own.clone()
                by_output[nr] = own if recorded else own.detach()
        return [by_output.get(nr) for nr in range(len(outputs))]

    def _old(self, op: Op, tensor: Tensor, tangents: list) -> Tensor:
        """Return what a tensor was before an operation in place, with the history that it had."""
        old, node = wrap(self._overwritten), tensor._node
        if node is None or not grad_enabled():
            return old
        if tensor._view is None:
            old._node, old._nr = node._next[0], (node._nrs or (0,))[0]
            old._req = old._node is not None
        elif any(
            "self" in f.names and any(_named(op, tangents)[name] is not None for name in f.inputs) for f in op.formulas
        ):
            raise lacks(f"forward-mode AD of {op.label}_ on a view that requires grad", "write to a clone of the view")
        return old

    def _write(self, tensor: Tensor, product: Tensor) -> None:
        """Write a tangent over the one of a tensor that was written to; with a view, its base gets one."""
        if self.tangent_of(tensor) is None:
            is_part = tensor._view is not None and id(tensor) not in self._tangents
            owner = tensor._view.base if is_part else tensor
            with _internal():
                self._hold(owner, _empty_like(owner).zero_())
        held = self._in_layout(tensor)
        with _internal():
            held.copy_(product)
        self._hold(tensor, held)


@contextmanager
def _refusing(op: Op) -> Iterator[None]:
    """Say of an operation whose formulas have no derivative that it has no forward-mode AD."""
    try:
        yield
    except (NotImplementedError, RuntimeError) as error:
        if "derivative for" not in str(error):
            raise
        raise NotImplementedError(f"Autograd Studio does not have forward-mode AD of {op.label}") from error


def _check_returned(out: Tensor, tangent: Tensor | None, inputs: tuple, tangents: list) -> None:
    """Raise PyTorch's error unless a `jvp` did with the tangents what its `forward` did with the inputs."""
    if tangent is None:
        raise RuntimeError(_NO_TANGENT)
    given = [t for value, t in zip(inputs, tangents, strict=True) if value is out]
    if given and tangent is not given[0]:
        raise RuntimeError(
            "An inplace custom Function is not modifying the forward mode gradients inplace. If the forward is modifying an "
            "input inplace, then the jvp function must modify the corresponding gradient inplace."
        )
    if not given and out._view is not None and tangent._view is None:
        raise RuntimeError(
            "A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view."
        )


_NO_TANGENT = (
    "(new_grad_base.is_floating_point() || new_grad_base.is_complex()) && (self_base.is_floating_point() || "
    "self_base.is_complex()) INTERNAL ASSERT FAILED at "
    '"/__w/pytorch/pytorch/torch/csrc/autograd/autograd_meta.cpp":159, please report a bug to PyTorch. Expected both tensor '
    "and its forward grad to be floating point or complex"
)


@contextmanager
def _internal() -> Iterator[None]:
    """Let the operations of the block be the engine's own: nobody observes them, no hook packs what they save."""
    hooks = hook_stack()
    restore_hooks(())
    try:
        with without_tangents(), unobserved():
            yield
    finally:
        restore_hooks(hooks)


def _named(op: Op, values: Any) -> dict[str, Any]:
    return dict(zip([p.name for p in op.parameters], values, strict=True))


def _opened(value: Any, tangent: Any) -> Any:
    """Return an input that has a tangent as a tensor to differentiate by."""
    if isinstance(value, list | tuple):
        return [_opened(*pair) for pair in zip(value, tangent, strict=True)]
    if not isinstance(value, Tensor):
        return value
    if gradient_edge(value) is not None:
        return _fw_primal(value)
    return value if tangent is None else value.detach().requires_grad_()


def _flat(values: Any) -> list:
    return [one for value in values for one in (value if isinstance(value, list | tuple) else (value,))]


def _is_float(tensor: Tensor) -> bool:
    return tensor._data.dtype.kind == "f"


def _zeros_like(tensor: Tensor) -> Tensor:
    return wrap(np.zeros(tensor._data.shape, tensor._data.dtype))


def _empty_like(tensor: Tensor) -> Tensor:
    """Return a tensor that lies in memory as another one does."""
    size, stride, _ = geometry(tensor.array())
    return wrap(empty_strided(size, stride, tensor._data.dtype))
