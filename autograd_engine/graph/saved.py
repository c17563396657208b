"""Saved tensors: what a node keeps for its backward, and the checks when it is read again.

A saved input is the tensor itself and the version it had; a saved output is its array and version counter, because
the tensor would hold the node and the node the tensor. Reading one that was written to since, or freed, is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any
from weakref import ReferenceType, ref

import numpy as np

from ..base import errors
from ..base.foreign import type_name
from .accumulate import AccumulateGrad
from .anomaly import anomaly_enabled
from .edges import gradient_edge
from .formulas import outside_formula
from .grad_mode import no_grad
from .node import Node
from .tensor import Tensor, make, wrap
from .unusual import unusual
from .views import DetachedVersion, shared_version, short_name

# The innermost pair of functions that pack and unpack what is saved, None outside of saved_tensors_hooks.
_hooks: ContextVar[tuple[Callable, Callable] | None] = ContextVar("saved_tensors_hooks", default=None)
hooks = _hooks.get
_stack: ContextVar[tuple] = ContextVar("saved_tensors_hooks_stack", default=())
_disabled: ContextVar[str | None] = ContextVar("saved_tensors_hooks_disabled", default=None)


class Packed:
    """What a pair of saved-tensor hooks made of a saved tensor, in the place of the tensor.

    `edge` is the node that the gradient of the tensor goes to, as its output `nr`: a leaf's AccumulateGrad, or a reference
    to a grad_fn, which may be the node that holds this; None without a gradient.
    """

    __slots__ = ("value", "unpack_hook", "edge", "nr")

    edge: AccumulateGrad | ReferenceType | None

    _cell = (-1,)  # equal to no version, so that reading it takes the slow path


def unpack(node: Node, tensor: Any, version: int) -> Any:
    """Return the array of a saved input that is no longer at `version`: unpacked by a hook, or not at all."""
    return unpack_tensor(node, tensor, version)._data


def unpack_tensor(node: Node, tensor: Any, version: int) -> Any:
    """Return a saved input as a tensor; the counterpart of `unpack` under create_graph."""
    if type(tensor) is Packed:
        return unpacked(tensor)
    now = tensor._cell[0]
    if isinstance(now, DetachedVersion) and not isinstance(version, DetachedVersion):
        if now.tensor() is tensor:
            raise RuntimeError(_DETACHED)
        if int(now) == version:
            return tensor
    raise _modified(tensor, version, tensor._history(), tensor._nr)


def unpack_result(node: Node, nr: int, array: Any, cell: Any, version: int) -> Any:
    """Return the array of a saved output whose counter is no longer at `version`, by a hook or not at all."""
    if type(array) is Packed:
        return unpacked(array)._data
    if isinstance(cell[0], DetachedVersion) and int(cell[0]) == version:
        return array
    tensor = result_tensor(node, nr, array, cell)
    source = tensor._node or node if array.dtype.kind == "f" else None  # integers have no history
    raise _modified(tensor, version, source, nr)


def unpack_result_tensor(node: Node, nr: int, array: Any, cell: Any, version: int) -> Tensor:
    """Return a saved output as a tensor again: its array, its grad_fn, its version counter."""
    if type(array) is Packed:
        return unpacked(array)
    if cell[0] != version:
        unpack_result(node, nr, array, cell, version)
    return result_tensor(node, nr, array, cell)


def result_tensor(node: Node, nr: int, array: Any, cell: Any) -> Tensor:
    """Return a tensor like the one `node` computed as output `nr`."""
    tensor = make(Tensor, array)
    tensor._cell = cell
    if node._extra is not None and node._extra.writes_to is not None:
        node = node._extra.writes_to() or node
    if nr < node._width:  # later outputs, such as indices, have no gradient
        tensor._node, tensor._nr, tensor._req = node, nr, True
    return tensor


def unpacked(packed: Packed) -> Tensor:
    """Return what the unpack hook returns, in the place that the saved tensor has in the graph."""
    with outside_formula():
        value = packed.unpack_hook(packed.value)
    if not isinstance(value, Tensor):
        raise TypeError(
            f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {type_name(value)}"
        )
    if packed.edge is None and not value.requires_grad:
        return value
    tensor = wrap(value.array())
    tensor._cell = shared_version(value)
    if type(packed.edge) is AccumulateGrad:
        tensor._accumulator, tensor._req = ref(packed.edge), True
    elif packed.edge is not None and (node := packed.edge()) is not None:
        tensor._node, tensor._nr, tensor._req = node, packed.nr, True
    return tensor


def _modified(tensor: Tensor, expected: int, node: Node | None, nr: int) -> RuntimeError:
    """The error of reading a saved tensor that an in-place operation has changed since."""
    kind = errors.tensor_type(tensor._data.dtype)
    where = "" if node is None else f", which is output {nr} of {short_name(node)},"
    return SavedTensorModified(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{kind} {list(tensor._data.shape)}]{where} is at version {tensor._cell[0]}; expected version {expected} "
        f"instead.{_HINT_ANOMALY if anomaly_enabled() else _HINT}",
        tensor,
    )


class SavedTensorModified(RuntimeError):
    """PyTorch's RuntimeError about a modified saved tensor; it carries the tensor for those who show it."""

    def __init__(self, message: str, tensor: Tensor) -> None:
        super().__init__(message)
        self.tensor = tensor


SavedTensorModified.__name__ = SavedTensorModified.__qualname__ = "RuntimeError"
SavedTensorModified.__module__ = "builtins"


def pack(tensor: Tensor) -> Packed:
    """Hand a tensor that is about to be saved to the innermost pack hook."""
    return _packed(tensor, tensor, *_hooks.get())


def _packed(tensor: Tensor, given: Tensor, pack_hook: Callable, unpack_hook: Callable) -> Packed:
    packed = Packed()
    packed.unpack_hook = unpack_hook
    node = gradient_edge(tensor)
    packed.edge = node if node is None or type(node) is AccumulateGrad else ref(node)
    packed.nr = tensor._nr
    version = tensor._cell[0]
    with no_grad(), outside_formula():
        packed.value = pack_hook(given)
    if tensor._cell[0] != version:
        raise RuntimeError(_PACKING_WRITES)
    return packed


class SavedTensor:
    """One saved tensor of a node, as `grad_fn._raw_saved_<name>` shows it: to give it hooks of its own.

    `at` is its place in `node._saved`; `nr` says which output it is, None for an input; `item` which tensor of a list.
    """

    __slots__ = ("_node", "_at", "_nr", "_item")
    __module__ = "torch._C._autograd"

    def __init__(self, node: Node | None = None, at: int = 0, nr: int | None = None, item: int | None = None) -> None:
        if node is None:
            raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")
        self._node, self._at, self._nr, self._item = node, at, nr, item

    def register_hooks(self, *hooks: Callable) -> None:
        """Replace the tensor by what the first hook, packing, makes of it, and read it through the second from now on."""
        if len(hooks) != 2 or not all(map(callable, hooks)):
            raise TypeError(_TWO_HOOKS.format("".join(f", {hook!r}" for hook in hooks), self))
        if self._node._saved is None:
            raise RuntimeError(_HOOKS_TOO_LATE)
        held = self._held()
        if type(held) is Packed:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks is "
                "allowed at a time."
            )
        if held is None:
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")
        self._replace(_packed(held, held.detach(), *hooks))

    @property
    def data(self) -> Any:
        """What is kept: the tensor without the history of an output, or what a pack hook made of it."""
        if self._node._saved is None:
            return None
        held = self._held()
        if type(held) is Packed:
            return held.value
        return held if self._nr is None or held is None else held.detach()

    def _held(self) -> Tensor | Packed | None:
        saved, at = self._node._saved, self._at
        if self._item is not None:
            return saved[at][self._item]
        if self._nr is None or type(saved[at]) is Packed:
            return saved[at]
        return result_tensor(self._node, self._nr, *saved[at : at + 2])

    def _replace(self, packed: Packed) -> None:
        saved, at = self._node._saved, self._at
        if self._item is not None:
            values = list(saved[at])
            values[self._item] = packed
            entry = (values,)
        else:
            entry = (packed,) if self._nr is None else (packed, Packed._cell, None)
        self._node._saved = (*saved[:at], *entry, *saved[at + len(entry) :])


def push_hooks(pack_hook: Callable, unpack_hook: Callable) -> None:
    """Pass every tensor saved from now on through `pack_hook`, and back through `unpack_hook` when read."""
    if not (callable(pack_hook) and callable(unpack_hook)):
        raise TypeError(_NO_HOOKS.format(pack_hook, unpack_hook))
    if _disabled.get() is not None:
        raise RuntimeError(_disabled.get())
    unusual.used = True
    _stack.set((*_stack.get(), (pack_hook, unpack_hook)))
    _hooks.set((pack_hook, unpack_hook))


def pop_hooks() -> None:
    """Take the innermost pair of hooks off."""
    restore_hooks(_stack.get()[:-1])


def restore_hooks(stack: tuple) -> None:
    """Make `stack`, a value of `hook_stack()`, the pairs of hooks in force."""
    _stack.set(stack)
    _hooks.set(stack[-1] if stack else None)


def disable_hooks(message: str | None) -> None:
    """Refuse hooks with `message`; None allows them again."""
    if message is not None and _stack.get():
        raise RuntimeError(message)
    _disabled.set(message)


disabled_message = _disabled.get
hook_stack = _stack.get


def number_tensor(value: Any) -> Tensor:
    """Return a saved Python number as PyTorch shows it: a 0-d tensor of the number's own widest dtype."""
    kinds = {bool: np.bool_, int: np.int64, float: np.float64}
    return wrap(kinds[type(value)](value))


_HINT = (
    " Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
_HINT_ANOMALY = (
    " Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in "
    "question was changed in there or anywhere later. Good luck!"
)
_DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please use "
    "out-of-place `.detach()` instead"
)
_PACKING_WRITES = (
    "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be modified by "
    "in-place operations as this can lead to unexpected side-effects. Please open an issue if you need to perform in-place "
    "operations on the input to a pack hook."
)
_HOOKS_TOO_LATE = (
    "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the graph are freed when "
    "you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second "
    "time or if you need to access saved variables after calling backward."
)
_NO_HOOKS = (
    "_push_saved_tensors_default_hooks(): incompatible function arguments. The following argument types are supported:\n"
    "    1. (arg0: collections.abc.Callable, arg1: collections.abc.Callable) -> None\n\nInvoked with: {!r}, {!r}"
)
_TWO_HOOKS = (
    "register_hooks(): incompatible function arguments. The following argument types are supported:\n"
    "    1. (self: torch._C._autograd.SavedTensor, arg0: collections.abc.Callable, arg1: collections.abc.Callable) -> None\n\n"
    "Invoked with: {1!r}{0}"
)
