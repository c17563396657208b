"""The autograd graph: nodes, the edges between them, and the hooks users hang on both.

A node is the backward of one executed operation (`grad_fn`). It holds what its formula needs (saved tensors and
arguments) and knows where its results go (`next`). While a pass runs, `buffer` collects what has arrived so far.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from itertools import count
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

import numpy as np

from ..base.device import CPU
from ..base.dtypes import OF_NUMPY
from ..base.each_run import forgotten
from ..base.foreign import protect

# One number per node, in order of creation: the order in which PyTorch's engine runs ready nodes, reversed. A run shows them
# from `_first_nr` on.
_sequence = count()
next_sequence_nr = _sequence.__next__
_first_nr = 0

# An AccumulateGrad outranks every operation, so it runs as soon as its gradient is complete.
ACCUMULATE_SEQUENCE_NR = 2**64 - 1


def _begin_sequence() -> None:
    global _first_nr
    _first_nr = next_sequence_nr() + 1


forgotten(_begin_sequence)


def shown_sequence_nr(number: int) -> int:
    """Return the number of a node as PyTorch counts them, from 0 in each process."""
    return number if number == ACCUMULATE_SEQUENCE_NR else number - _first_nr


# What dead nodes led to, while one of them lets go of it all; empty otherwise.
_let_go: list[tuple | None] = []


class Node:
    """The backward of one executed operation, a tensor's `grad_fn`.

    `_next` holds, for each differentiable input, the node its gradient goes to (None: no gradient wanted), and `_nrs`
    which output of that node the input was (None: output 0 everywhere). `_saved` are the saved tensors as the class
    generated for the operation lays them out (None after they were freed), `_args` the other saved arguments. `_fit`
    is None or, per input, the (shape, dtype) that broadcasting or promotion changed and the gradient must return to.

    While a pass runs, `_buffer` collects what arrives and `_mark` says who was visited; `_note` is for whoever observes.
    `_shapes`, which few nodes have, holds the (shape, dtype) of the outputs that somebody asked about, and of each of several.

    A custom Function's ctx is a node too and takes the attributes of its author, so all names here that PyTorch does
    not have begin with an underscore.
    """

    __slots__ = (
        "_seq",
        "_next",
        "_nrs",
        "_saved",
        "_args",
        "_fit",
        "_buffer",
        "_extra",
        "_mark",
        "_note",
        "_shapes",
        "__weakref__",
    )

    _multi = False  # True: several outputs, and `_buffer` is a dict from output number to gradient
    _width = 1  # how many outputs
    _frees = False  # True: there are saved tensors, and running twice needs retain_graph
    _readers: dict[str, Callable] = {}  # how `_saved_<name>` is read
    _result_slots: dict[int, int] = {}  # where in `_saved` the array of each saved output is
    _op: Any = None  # the operation this is the backward of
    __module__ = "torch.autograd"

    def __del__(self, let_go: list[tuple | None] = _let_go) -> None:
        """Let a graph die node by node: each frees what it leads to, and a deep one would fill the stack, a browser's first.

        The first that dies lets go of the rest in a loop, where all others only hand over what they lead to.
        """
        if let_go:
            let_go.append(self._next)
            return
        let_go += (None, *self._given_up())
        try:
            while len(let_go) > 1:
                let_go.pop()
        finally:
            let_go.clear()

    def _given_up(self) -> list:
        """Return what may lead to other nodes, which this one no longer has."""
        held = [getattr(self, name, None) for name in ("_saved", "_extra")]  # not there if the node was never finished
        held.append(self._next)
        self._next, self._saved, self._extra = (), None, None
        return held

    def name(self) -> str:
        """Return the name PyTorch prints, such as "MulBackward0"."""
        return type(self).__name__

    def _apply(self, grad: Any, edges: tuple) -> tuple:
        """Return the gradient of each input as arrays, None where `edges` has None."""
        raise NotImplementedError

    def _apply_recorded(self, grad: Any, edges: tuple) -> tuple:
        """Return the gradient of each input as tensors that can themselves be differentiated."""
        raise NotImplementedError

    @property
    def next_functions(self) -> tuple:
        """The (node, output number) pairs that receive this node's results; (None, 0) where nothing does."""
        nrs = self._nrs or (0,) * len(self._next)
        return tuple(zip(self._next, nrs, strict=True))

    @property
    def metadata(self) -> dict:
        """A dict for the user's own notes on this node."""
        extra = self._extras()
        if extra.metadata is None:
            extra.metadata = {}
        return extra.metadata

    @property
    def requires_grad(self) -> bool:
        """True, as for every node."""
        return True

    @property
    def _input_metadata(self) -> tuple:
        return tuple(_InputMetadata(*known) for _, known in sorted(self._known_outputs().items()))

    def _known_outputs(self) -> dict[int, tuple]:
        """Return (shape, dtype) of the outputs that somebody asked about, by number."""
        return getattr(self, "_shapes", {})

    def _asked_about(self, nr: int, array: Any) -> None:
        """Note the shape and dtype of output `nr`, whose gradient somebody may be going to give."""
        shapes = getattr(self, "_shapes", None)
        if shapes is None:
            shapes = self._shapes = {}
        shapes[nr] = array.shape, array.dtype

    def _sequence_nr(self) -> int:
        return shown_sequence_nr(self._seq)

    def _set_sequence_nr(self, number: int) -> None:
        self._seq = number + _first_nr

    def _result_moved(self, nr: int, array: Any) -> None:
        """Keep a saved 0-d output in step when its tensor moves from a numpy scalar into memory of its own."""
        at, saved = self._result_slots.get(nr), self._saved
        if at is not None and saved is not None and at < len(saved) and isinstance(saved[at], np.generic):
            self._saved = (*saved[:at], array, *saved[at + 1 :])

    def _extras(self) -> "Extra":
        """Return the place for hooks and notes, made when first needed."""
        if self._extra is None:
            self._extra = Extra()
        return self._extra

    def register_prehook(self, hook: Callable) -> "RemovableHandle":
        """Call `hook(grad_outputs)` before this node runs; a returned tuple replaces them."""
        return RemovableHandle.add(self._extras().pre, hook)

    def register_hook(self, hook: Callable) -> "RemovableHandle":
        """Call `hook(grad_inputs, grad_outputs)` after this node ran; a returned tuple replaces grad_inputs."""
        return RemovableHandle.add(self._extras().post, hook)

    def _register_hook_dict(self, hooks: dict) -> None:
        self._extras().post = hooks

    def __getattr__(self, name: str) -> Any:
        reader = type(self)._readers.get(name)
        if reader is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return reader(self)

    def __dir__(self) -> list[str]:
        names = set(super().__dir__()) - _IN_PYTHON
        shown = [name for name in names if name.startswith("__") or not name.startswith("_")]
        return sorted([*shown, *_UNDERSCORED, *type(self)._readers])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at 0x{id(self):x}>"


def name_of(node: Node) -> str:
    """Return a node's name; a custom Function may keep something else under `ctx.name`."""
    return type(node).name(node)


protect(Node)

# What a class has for being written in Python, and PyTorch's do not.
_IN_PYTHON = {
    "__annotate_func__", "__annotations__", "__annotations_cache__", "__del__", "__firstlineno__", "__getattr__", "__module__",
    "__slots__", "__static_attributes__", "__weakref__",
}  # fmt: skip
# What begins with an underscore and is PyTorch's all the same.
_UNDERSCORED = ("_input_metadata", "_register_hook_dict", "_sequence_nr", "_set_sequence_nr")


class _InputMetadata:
    """What a node knows of one of its outputs: shape, dtype, device."""

    __module__ = "torch._C._autograd"

    def __init__(self, shape: tuple, dtype: Any) -> None:
        self.shape = list(shape)
        self.dtype = OF_NUMPY[dtype]
        self.device = CPU
        self.is_nested_tensor = self.is_cpp_nested_tensor = False


class Extra:
    """What few nodes have: hooks, retained gradients, notes, and the stack of their forward call."""

    __slots__ = ("tensor_hooks", "retains", "pre", "post", "metadata", "writes_to")

    def __init__(self) -> None:
        self.tensor_hooks: dict[int, OrderedDict] = {}
        self.retains: dict[int, ReferenceType] = {}
        self.pre: OrderedDict = OrderedDict()
        self.post: OrderedDict = OrderedDict()
        self.metadata: dict | None = None
        self.writes_to: ReferenceType | None = None  # of a write through a view: the grad_fn the view has since


class RemovableHandle:
    """What registering a hook returns; `remove()`, or leaving it as a block, takes the hook off again.

    `extra_dict`: one dictionary or a list of them that have entries under the hook's id too.
    """

    __module__ = "torch.utils.hooks"
    id: int
    next_id = 0

    def __init__(self, hooks_dict: dict, *, extra_dict: dict | list[dict] | None = None) -> None:
        self.hooks_dict_ref = ref(hooks_dict)
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        extra = [] if extra_dict is None else extra_dict if isinstance(extra_dict, list) else [extra_dict]
        self.extra_dict_ref = tuple(ref(hooks) for hooks in extra)

    @classmethod
    def add(cls, hooks: OrderedDict, hook: Callable, *, extra_dict: Any = None) -> "RemovableHandle":
        """Put `hook` at the end of `hooks` and return its handle."""
        handle = cls(hooks, extra_dict=extra_dict)
        hooks[handle.id] = hook
        return handle

    @classmethod
    def forget(cls) -> None:
        """Number the handles from 0 again, as a new process does."""
        cls.next_id = 0

    def remove(self) -> None:
        """Take the hook off; doing it twice is harmless."""
        for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = reference()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __getstate__(self) -> tuple:
        return self.hooks_dict_ref(), self.id, tuple(reference() for reference in self.extra_dict_ref)

    def __setstate__(self, state: tuple) -> None:
        hooks, self.id, *extra = state
        self.hooks_dict_ref = ref(OrderedDict() if hooks is None else hooks)
        self.extra_dict_ref = tuple(ref(other) for other in (extra[0] if extra and extra[0] else ()))
        RemovableHandle.next_id = max(RemovableHandle.next_id, self.id + 1)

    def __enter__(self) -> "RemovableHandle":
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


forgotten(RemovableHandle.forget)


class GradientEdge(NamedTuple):
    """The place a gradient arrives at: `node` and which of its outputs, `output_nr`; `ownership_token` is kept for its sake."""

    node: Node
    output_nr: int
    ownership_token: Node | None = None


GradientEdge.__module__ = "torch.autograd.graph"


# The backward pass that is running in this context, a `backward.Pass`; None outside of one.
current_pass: ContextVar[Any] = ContextVar("current_pass", default=None)


def current_node() -> Node | None:
    """Return the node that is running, None outside of a pass."""
    run = current_pass.get()
    return None if run is None else run.node
