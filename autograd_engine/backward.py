"""The backward pass: which nodes run, in which order, and how gradients travel and add up.

The order is PyTorch's: of the nodes whose gradient is complete, the one created last runs first, and an AccumulateGrad
runs before all of them. It depends on the graph alone, so it is found before anything runs.
"""

from __future__ import annotations

import math
import warnings
from contextvars import ContextVar
from itertools import count
from typing import Any

import numpy as np

from . import anomaly, grad_mode, notices
from .accumulate import AccumulateGrad, gradient_edge
from .broadcasting import fitted, fitted_recorded
from .dtypes import OF_NUMPY
from .graph import ACCUMULATE_SEQUENCE_NR, GradientEdge, Node
from .hooks import run_post_hooks, run_pre_hooks, run_tensor_hooks
from .observer import seam
from .size import Size
from .tensor import Tensor, wrap


_current: ContextVar[Pass | None] = ContextVar("current_pass", default=None)
_pass_ids = count()


def current_pass_id() -> int:
    """Return a number for the pass that is running, -1 outside of one."""
    run = _current.get()
    return -1 if run is None else run.id


def will_execute(node: Node) -> bool:
    """Tell whether the pass that is running runs `node`."""
    run = _current.get()
    if run is None:
        raise RuntimeError("_get_should_execute_nodes should only be called during the backward pass")
    return node in run.order and (run.needed is None or node in run.needed or node in run.captures)


class Pass:
    """One backward pass: where it starts, what it may keep, what it is asked for, and the order it runs in.

    `roots` are (node, output number) pairs with their `seeds`, arrays (tensors under `create_graph`); `implicit` says
    which seeds are the 1 that nobody gave. `captures` maps a node to the [(output number, position)] whose gradients are
    returned in `captured`; `needed` is None or the nodes that lead to what was asked for, the edges `asked`.
    """

    __slots__ = (
        "id", "roots", "seeds", "implicit", "keep_graph", "create_graph", "order", "captures", "captured", "needed", "asked",
    )  # fmt: skip

    def __init__(self, roots: list, seeds: list, implicit: list[bool], keep_graph: bool, create_graph: bool) -> None:
        self.id = next(_pass_ids)
        self.roots = roots
        self.seeds = seeds
        self.implicit = implicit
        self.keep_graph = keep_graph
        self.create_graph = create_graph
        self.captures: dict[Node, list[tuple[int, int]]] = {}
        self.captured: list = []
        self.needed: set[Node] | None = None
        self.asked: list[tuple[Node, int]] = []

    def ask_for(self, edges: list[tuple[Node, int]], *, accumulate: bool) -> None:
        """Restrict the pass to what leads to `edges`; capture their gradients, or let their nodes run (`accumulate`)."""
        wanted = {node for node, _ in edges}
        self.asked = edges
        if not accumulate:
            self.captured = [None] * len(edges)
            for position, (node, nr) in enumerate(edges):
                self.captures.setdefault(node, []).append((nr, position))
        self.needed = set(wanted) if accumulate else set()
        useful = set(wanted)
        for node in reversed(execution_order([node for node, _ in self.roots])):
            if any(child in useful for child in node._next if child is not None):
                useful.add(node)
                self.needed.add(node)
        self.order = [node for node in execution_order([n for n, _ in self.roots], useful) if node in useful]

    def edges_of(self, node: Node) -> tuple:
        """Return where `node` sends gradients in this pass: its edges, None for those that lead to nothing asked for."""
        if self.needed is None:
            return node._next
        return tuple([c if c in self.needed or c in self.captures else None for c in node._next])

    def run(self) -> None:
        """Run the nodes in order. Afterwards no node holds a gradient, whatever happened."""
        if self.needed is None:
            self.order = execution_order([node for node, _ in self.roots])
        # A pass inside another one (a hook or a custom backward) may meet nodes that already hold gradients.
        outer = [(node, node._buffer) for node in self.order if node._buffer is not None]
        for node, _ in outer:
            node._buffer = None
        mode = grad_mode._enabled.set(self.create_graph)
        current = _current.set(self)
        if seam.count:
            seam.told().backward_begins(self)
        try:
            for (node, nr), seed in zip(self.roots, self.seeds, strict=True):
                deliver(node, nr, seed)
            _run(self)
        finally:
            for node in self.order:
                node._buffer = None
            for node, buffer in outer:
                node._buffer = buffer
            _current.reset(current)
            grad_mode._enabled.reset(mode)
            if seam.count:
                seam.told().backward_ends(self)


def deliver(node: Node, nr: int, grad: Any) -> None:
    """Add one more contribution to what `node` has received for its output `nr`."""
    if grad is None:
        return
    if not node._multi:
        held = node._buffer
        node._buffer = grad if held is None else held + grad
        return
    if node._buffer is None:
        node._buffer = {}
    held = node._buffer.get(nr)
    node._buffer[nr] = grad if held is None else held + grad


def _run(run: Pass) -> None:
    captures, needed, keep, create = run.captures, run.needed, run.keep_graph, run.create_graph
    check_nan = anomaly.checks_nan()
    for node in run.order:
        grad = node._buffer
        node._buffer = None
        extra = node._extra
        if extra is not None:
            grad = run_tensor_hooks(node, extra, grad, create)
        edges = node._next
        if needed is not None:
            for nr, position in captures.get(node, ()):
                run.captured[position] = grad if not node._multi else grad and grad.get(nr)
            if node not in needed:
                continue
            edges = run.edges_of(node)
        watched = seam.count
        if watched:
            seam.told().node_begins(run, node, grad)
        if extra is not None and extra.pre:
            grad = run_pre_hooks(node, extra, grad, node._width, create)
        try:
            if create:
                outs = node._apply_recorded(grad, edges)
                if node._fit is not None:
                    outs = fitted_recorded(outs, node._fit)
            else:
                outs = node._apply(grad, edges)
                if node._fit is not None:
                    outs = fitted(outs, node._fit)
            if check_nan:
                anomaly.check(node, outs)
        except Exception:
            if anomaly.anomaly_enabled():
                anomaly.blame(node)
            raise
        if extra is not None and extra.post:
            outs = run_post_hooks(node, extra, outs, grad, node._width, create)
        if not keep and node._frees:
            node._saved = None
        if watched:
            seam.told().node_ends(run, node, grad, outs)
        nrs = node._nrs
        if nrs is None:
            for child, out in zip(edges, outs, strict=False):
                if child is None or out is None:
                    continue
                if child._multi:
                    deliver(child, 0, out)
                    continue
                held = child._buffer
                child._buffer = out if held is None else held + out
        else:
            for child, nr, out in zip(edges, nrs, outs, strict=False):
                if child is not None:
                    deliver(child, nr, out)
        # Who holds a gradient decides whether AccumulateGrad may take it: nothing must hang on to one here.
        outs = out = held = grad = None


# ---- what programs call


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Compute gradients of `tensors` and add them to the `.grad` of the leaves they depend on, or of `inputs` only.

    `grad_tensors` are the seeds, one per tensor (None: 1 for a tensor of one element). Saved tensors are freed unless
    `retain_graph` (default: `create_graph`); with `create_graph` the gradients can be differentiated themselves.
    """
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
                "`grad_tensors`."
            )
        grad_tensors = grad_variables
    if inputs is not None:
        inputs = tuple(inputs.values()) if isinstance(inputs, dict) else _as_tuple(inputs)
        if not inputs:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    outputs = _as_tuple(tensors)
    seeds = _seeds(outputs, _as_tuple(grad_tensors, len(outputs)))
    keep = create_graph if retain_graph is None else retain_graph
    if create_graph:
        notices.warn(_REFERENCE_CYCLE)
    implicit = [not isinstance(seed, Tensor) for seed in _as_tuple(grad_tensors, len(outputs))]
    run = Pass(*_start(outputs, seeds, create_graph), implicit, keep, create_graph)
    if inputs is not None:
        run.ask_for([_edge_of_input(t, accumulate=True) for t in inputs], accumulate=True)
    run.run()


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradients of `outputs` with respect to `inputs`, without touching any `.grad`."""
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    outputs = _as_tuple(outputs)
    wanted = tuple(inputs.values()) if isinstance(inputs, dict) else _as_tuple(inputs)
    if not wanted:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    given = _as_tuple(grad_outputs, len(outputs))
    keep = create_graph if retain_graph is None else retain_graph
    if is_grads_batched:
        return _batched(outputs, wanted, given, keep, create_graph, allow_unused, materialize_grads)
    seeds = _seeds(outputs, given)
    implicit = [not isinstance(seed, Tensor) for seed in given]
    run = Pass(*_start(outputs, seeds, create_graph), implicit, keep, create_graph)
    run.ask_for([_edge_of_input(t, accumulate=False) for t in wanted], accumulate=False)
    run.run()
    found = [g if g is None or create_graph else wrap(g) for g in run.captured]
    if not allow_unused and any(g is None for g in found):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this "
            "is the desired behavior."
        )
    if materialize_grads:
        found = [_zeros_like(t) if g is None else g for g, t in zip(found, wanted, strict=True)]
    return dict(zip(inputs, found, strict=True)) if isinstance(inputs, dict) else tuple(found)


def _batched(
    outputs: tuple, inputs: tuple, seeds: tuple, keep: bool, create: bool, allow_unused: bool, materialize: bool
) -> tuple:
    """One pass for each slice of the seeds' first dimension, the results stacked."""
    rows = []
    for i in range(len(seeds[0])):
        row = tuple(seed if seed is None else seed[i] for seed in seeds)
        last = i == len(seeds[0]) - 1
        rows.append(grad(outputs, inputs, row, keep or not last, create, allow_unused, False, materialize))
    from .ops.shape import stack

    return tuple(None if column[0] is None else stack(list(column)) for column in zip(*rows, strict=True))


def _as_tuple(values: Any, length: int = 0) -> tuple:
    if values is None:
        return (None,) * length
    if isinstance(values, Tensor | GradientEdge):
        return (values,)
    return tuple(values)


def _seeds(outputs: tuple, given: tuple) -> list[Tensor | None]:
    """Check the seeds against the outputs, and make the implicit 1 for outputs of one element."""
    seeds = []
    for i, (out, seed) in enumerate(zip(outputs, given, strict=False)):
        shape, dtype, wants = _expected(out)
        if isinstance(seed, Tensor):
            if seed._data.shape != shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{given.index(seed)}] has a shape of {seed.shape} and output[{i}] has "
                    f"a shape of {Size(shape)}."
                )
            seeds.append(seed)
        elif seed is not None:
            raise TypeError(f"gradients can be either Tensors or None, but got {type(seed).__name__}")
        elif not wants:
            seeds.append(None)
        else:
            if math.prod(shape) != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            if dtype.kind != "f":
                raise RuntimeError(
                    f"grad can be implicitly created only for real scalar outputs but got {OF_NUMPY[dtype]}"
                )
            seeds.append(wrap(np.ones(shape, dtype)))
    return seeds


def _expected(out: Tensor | GradientEdge) -> tuple[tuple, np.dtype, bool]:
    if isinstance(out, Tensor):
        return out._data.shape, out._data.dtype, out.requires_grad
    meta = out.node._input_metadata[out.output_nr]
    return tuple(meta.shape), meta.dtype.numpy, True


def _start(outputs: tuple, seeds: list, create_graph: bool) -> tuple[list, list]:
    """Return the edges a pass starts at and what it delivers there."""
    if len(outputs) != len(seeds):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(seeds)} gradients")
    roots, grads = [], []
    for i, (out, seed) in enumerate(zip(outputs, seeds, strict=True)):
        if isinstance(out, Tensor):
            node = gradient_edge(out)
            if node is None:
                raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
            nr = out._nr
        else:
            node, nr = out
        dtype = _expected(out)[1]
        if seed is not None and seed._data.dtype is not dtype:
            seed = seed.to(OF_NUMPY[dtype]) if create_graph else wrap(seed._data.astype(dtype))
        roots.append((node, nr))
        grads.append(seed if create_graph or seed is None else seed._data)
    return roots, grads


def _edge_of_input(tensor: Any, *, accumulate: bool) -> tuple[Node, int]:
    if not isinstance(tensor, Tensor):
        return tuple(tensor)
    if not tensor.requires_grad:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    node = gradient_edge(tensor)
    return node, tensor._nr


def _zeros_like(tensor: Tensor | GradientEdge) -> Tensor:
    shape, dtype, _ = _expected(tensor)
    zeros = wrap(np.zeros(shape, dtype))
    zeros._req = True
    return zeros


_REFERENCE_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which "
    "can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use "
    "this function, make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid "
    "the leak. (Triggered internally at /__w/pytorch/pytorch/torch/csrc/autograd/engine.cpp:1307.)"
)


# ---- the order


def execution_order(roots: list[Node], useful: set[Node] | None = None) -> list[Node]:
    """Return the nodes reachable from `roots` in the order in which PyTorch's engine runs them.

    Among operations that is the reverse order of creation, because a node is created after everything it depends on.
    Two rare graphs need the engine's queue itself: edges to a node that is younger (a view's grad_fn made anew after a
    write), and three or more AccumulateGrads that become ready together, whose ties depend on the queue's heap.
    """
    mark = object()
    found: list[Node] = []
    leaves: list[AccumulateGrad] = []
    for root in roots:
        if root._mark is not mark:
            root._mark = mark
            (leaves if root._seq == ACCUMULATE_SEQUENCE_NR else found).append(root)
    simple = not leaves or len(roots) == 1
    for leaf in leaves:
        leaf._due = None
    for node in found:
        seq = node._seq
        for child in node._next:
            if child is None:
                continue
            if child._seq == ACCUMULATE_SEQUENCE_NR:
                if child._mark is not mark:
                    child._mark = mark
                    child._due = node
                    leaves.append(child)
                elif child._due is not None and seq < child._due._seq:
                    child._due = node
            else:
                if child._seq > seq:
                    simple = False
                if child._mark is not mark:
                    child._mark = mark
                    found.append(child)
    ready: dict[Node, list[Node]] = {}
    for leaf in leaves:
        together = ready.setdefault(leaf._due, [])
        together.append(leaf)
        if len(together) > 2:
            simple = False
    if not simple:
        return _queue_order(roots, useful)
    found.sort(key=_sequence_nr, reverse=True)
    order = list(ready.pop(None, ()))
    for node in found:
        order.append(node)
        together = ready.get(node)
        if together is not None:
            if len(together) > 1:
                together.sort(key=node._next.index)
            order += together
    return order


def _sequence_nr(node: Node) -> int:
    return node._seq


def _queue_order(roots: list[Node], useful: set[Node] | None) -> list[Node]:
    """Return the order by simulating the engine: dependency counts, and its ready queue with its way of breaking ties."""
    dependencies: dict[Node, int] = {}
    found = list(dict.fromkeys(roots))
    seen = set(found)
    for node in found:
        for child in node._next:
            if child is not None:
                dependencies[child] = dependencies.get(child, 0) + 1
                if child not in seen:
                    seen.add(child)
                    found.append(child)
    queue = ReadyQueue()
    if len(roots) == 1:
        queue.push(roots[0])
    else:
        # Several roots hang on a node of their own, which runs first.
        for root in roots:
            dependencies[root] = dependencies.get(root, 0) + 1
        _release(roots, dependencies, queue, useful)
    order = []
    while queue.heap:
        node = queue.pop()
        order.append(node)
        _release(node._next, dependencies, queue, useful)
    return order


def _release(children: Any, dependencies: dict, queue: ReadyQueue, useful: set[Node] | None) -> None:
    for child in children:
        if child is not None:
            dependencies[child] -= 1
            if not dependencies[child] and (useful is None or child in useful):
                queue.push(child)


class ReadyQueue:
    """PyTorch's queue of ready nodes: a binary heap on the sequence number with libstdc++'s way of moving equal keys."""

    def __init__(self) -> None:
        self.heap: list[Node] = []

    def push(self, node: Node) -> None:
        """Add a node (std::push_heap)."""
        heap = self.heap
        heap.append(node)
        hole = len(heap) - 1
        while hole and heap[(hole - 1) // 2]._seq < node._seq:
            heap[hole] = heap[(hole - 1) // 2]
            hole = (hole - 1) // 2
        heap[hole] = node

    def pop(self) -> Node:
        """Take the node with the highest number (std::pop_heap: the hole sinks to a leaf, then the last rises)."""
        heap = self.heap
        top, last = heap[0], heap.pop()
        if not heap:
            return top
        hole, size = 0, len(heap)
        while 2 * hole + 2 < size:
            child = 2 * hole + 2
            if heap[child]._seq < heap[child - 1]._seq:
                child -= 1
            heap[hole] = heap[child]
            hole = child
        if 2 * hole + 1 < size:  # a last parent with one child
            heap[hole] = heap[2 * hole + 1]
            hole = 2 * hole + 1
        while hole and heap[(hole - 1) // 2]._seq < last._seq:
            heap[hole] = heap[(hole - 1) // 2]
            hole = (hole - 1) // 2
        heap[hole] = last
        return top
