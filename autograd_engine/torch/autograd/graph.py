"""`torch.autograd.graph`: the graph's nodes and edges, and hooks on what is saved."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...base.device import CPU
from ...graph import node as _graph
from ...graph import saved
from ...graph.edges import gradient_edge
from ...graph.node import GradientEdge, RemovableHandle
from ...graph.saved_before_write import _AllowMutationOnSavedContext, mutation_allowed
from ...graph.tensor import Tensor
from ...graph.views import written
from ...passes import engine

__all__ = [
    "GradientEdge", "Node", "allow_mutation_on_saved_tensors", "disable_saved_tensors_hooks", "get_gradient_edge",
    "increment_version", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks",
]  # fmt: skip


class _NodeMeta(type):
    def __instancecheck__(cls, other: object) -> bool:
        return isinstance(other, _graph.Node)

    def __subclasscheck__(cls, other: type) -> bool:
        return other is cls or issubclass(other, _graph.Node)


class Node(metaclass=_NodeMeta):
    """What every `grad_fn` is an instance of, though none derives from it."""


Node.__abstractmethods__ = frozenset(
    "name next_functions metadata _sequence_nr _input_metadata _register_hook_dict register_hook register_prehook".split()
)


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return the node and output number at which the gradient of `tensor` arrives."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    node = gradient_edge(tensor)
    node._asked_about(tensor._nr, tensor._data)
    return GradientEdge(node, tensor._nr)


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Count a write to each tensor, as an in-place operation would, without writing; inference tensors count nothing."""
    try:
        tensors = [tensor] if isinstance(tensor, Tensor) else list(tensor)
    except TypeError:
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input") from None
    for one in tensors:
        if not isinstance(one, Tensor):
            raise RuntimeError("increment_version expects each element of the iterable to be a tensor")
        if not one._inference:
            written(one)


class saved_tensors_hooks:
    """A block in which every saved tensor goes through `pack_hook`, and through `unpack_hook` when it is read."""

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        saved.push_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *exception: object) -> None:
        saved.pop_hooks()


class save_on_cpu(saved_tensors_hooks):
    """A block in which saved tensors are kept on the CPU, where they are anyway."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: (CPU, tensor), lambda packed: packed[1])


@contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Iterator[None]:
    """Refuse saved-tensor hooks inside the block, with this message."""
    before = saved.disabled_message()
    saved.disable_hooks(error_message)
    try:
        yield
    finally:
        saved.disable_hooks(before)


class _MultiHandle(RemovableHandle):
    def __init__(self, handles: tuple[RemovableHandle, ...]) -> None:
        self.handles = handles

    def remove(self) -> None:
        for handle in self.handles:
            handle.remove()


def register_multi_grad_hook(tensors: Sequence[Tensor], fn: Callable, *, mode: str = "all") -> RemovableHandle:
    """Call `fn` when all of several tensors have their gradients (with the list), or when the first has ("any")."""
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    wanted = [t for t in tensors if t.requires_grad] if mode == "any" else list(tensors)
    if not all(t.requires_grad for t in wanted):
        raise AssertionError("Expected gradient function to be set")
    hooks = _FirstOfAll(fn) if mode == "any" else _WhenComplete(wanted, fn)
    return _MultiHandle(tuple(t.register_hook(hooks.hook(i)) for i, t in enumerate(wanted)))


class _FirstOfAll:
    """Calls the function once in each pass."""

    def __init__(self, fn: Callable) -> None:
        self._fn = fn
        self._called_in: set[int] = set()

    def hook(self, position: int) -> Callable:
        @functools.wraps(self._fn)
        def called(grad: Tensor) -> None:
            run = engine.current_pass_id()
            if run not in self._called_in:
                self._called_in.add(run)
                self._fn(grad)

        return called


class _WhenComplete:
    """Collects the gradients of a pass until all that this pass will compute are there."""

    def __init__(self, tensors: list[Tensor], fn: Callable) -> None:
        self._edges = [gradient_edge(t) for t in tensors]
        self._fn = fn
        self._arrived: dict[int, list] = {}
        self._missing: dict[int, int] = {}

    def hook(self, position: int) -> Callable:
        def inner_hook(grad: Tensor) -> None:  # the name that errors tell
            run = engine.current_pass_id()
            if run not in self._arrived:
                self._arrived[run] = [None] * len(self._edges)
                self._missing[run] = sum(engine.will_execute(node) for node in self._edges)
            self._arrived[run][position] = grad
            self._missing[run] -= 1
            if not self._missing[run]:
                del self._missing[run]
                self._fn(self._arrived.pop(run))

        return inner_hook


@contextmanager
def allow_mutation_on_saved_tensors() -> Iterator[_AllowMutationOnSavedContext]:
    """A block in which saved tensors may be written to: the old contents are copied before the write."""
    with mutation_allowed() as context:
        yield context
