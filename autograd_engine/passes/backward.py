"""The backward pass: which nodes run, in which order, and how gradients travel and add up.

The order is PyTorch's: of the nodes whose gradient is complete, the one created last runs first, and an AccumulateGrad
runs before all of them. It depends on the graph alone, so it is found before anything runs.
"""

from __future__ import annotations

import math
import operator
import sys
import warnings
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import numpy as np

from ..base import errors
from ..base.dtypes import OF_NUMPY
from ..base.foreign import type_name
from ..base.size import Size
from ..base.warn import first_time, warn_of_pass
from ..graph import anomaly, grad_mode, saved
from ..graph.accumulate import AccumulateGrad
from ..graph.edges import gradient_edge
from ..graph.hooks import run_post_hooks, run_pre_hooks, run_tensor_hooks
from ..graph.node import ACCUMULATE_SEQUENCE_NR, GradientEdge, Node, current_pass
from ..graph.observer import seam
from ..graph.tensor import Tensor, wrap
from ..graph.unusual import unusual
from ..kernels.broadcasting import fitted
from ..op.namespaces import function
from ..ops.cat import stack
from ..ops.expand import fitted_recorded

_pass_ids = count()


def current_pass_id() -> int:
    """Return a number for the pass that is running, -1 outside of one."""
    run = current_pass.get()
    return -1 if run is None else run.id


def current_pass_is_whole() -> bool:
    """Tell whether the pass that is running goes to every leaf, not only to the inputs it was asked for."""
    return current_pass.get().needed is None


def current_pass_keeps_graph() -> bool:
    """Tell whether the pass that is running leaves the graph for another one."""
    run = current_pass.get()
    return run is None or run.keep_graph


def current_order() -> list[Node]:
    """Return the nodes of the pass that is running, in the order in which they run."""
    run = current_pass.get()
    if run is None:
        raise RuntimeError("_current_graph_task_execution_order should only be called during the backward pass")
    if grad_mode.is_multithreading_enabled():
        raise RuntimeError(_ONE_THREAD_ONLY)
    return list(run.order)


def will_execute(node: Node) -> bool:
    """Tell whether the pass that is running runs `node`; of a single root PyTorch says no."""
    run = current_pass.get()
    if run is None:
        raise RuntimeError("_get_should_execute_nodes should only be called during the backward pass")
    if node in run.captures and node._seq == ACCUMULATE_SEQUENCE_NR and node in run.order:
        raise RuntimeError(
            "A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). This is "
            "currently not supported."
        )
    if len(run.roots) == 1 and node is run.roots[0][0]:
        return False
    return node in run.order and (run.needed is None or node in run.needed or node in run.captures)


def queue_callback(callback: Callable[[], Any]) -> None:
    """Call `callback` when the pass that is running is over; it may queue others."""
    run = current_pass.get()
    if run is None:
        raise RuntimeError("Final callbacks can only be installed during backward pass.")
    run.callbacks.append(callback)


class Pass:
    """One backward pass: where it starts, what it may keep, what it is asked for, and the order it runs in.

    `roots` are (node, output number) pairs with their `seeds`, arrays (tensors under `create_graph`); `implicit` says
    which seeds are the 1 that nobody gave. `captures` maps a node to the [(output number, position)] whose gradients are
    returned in `captured`; `needed` is None or the nodes that lead to what was asked for, the edges `asked`. `node` is
    the one that is running, and `callbacks` are called at the end.
    """

    __slots__ = (
        "id", "roots", "seeds", "implicit", "keep_graph", "create_graph", "order", "captures", "captured", "needed", "asked",
        "node",
        "callbacks",
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
        self.node: Node | None = None
        self.callbacks: list[Callable[[], Any]] = []

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
        saving = saved.hook_stack()
        current = current_pass.set(self)
        if seam.count:
            seam.told().backward_begins(self)
        try:
            for (node, nr), seed in zip(self.roots, self.seeds, strict=True):
                deliver(node, nr, seed)
            if current.old_value in (None, current.MISSING):
                _run(self)
            else:
                _run_inside(self)
            for callback in self.callbacks:  # grows while it is walked
                callback()
        finally:
            if saved.hook_stack() is not saving:
                saved.restore_hooks(saving)
            for node in self.order:
                node._buffer = None
            for node, buffer in outer:
                node._buffer = buffer
            current_pass.reset(current)
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


def _run_inside(run: Pass) -> None:
    """Run a pass inside a pass, which may have another inside: PyTorch goes as deep as memory allows."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _FRAMES_OF_A_PASS)
    try:
        _run(run)
    finally:
        sys.setrecursionlimit(limit)


_FRAMES_OF_A_PASS = 50


def _run(run: Pass) -> None:
    captures, needed, keep, create = run.captures, run.needed, run.keep_graph, run.create_graph
    check_nan = anomaly.checks_nan()
    told = seam.told() if seam.count else None
    for node in run.order:
        run.node = node
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
        if extra is not None and extra.pre:
            grad = run_pre_hooks(node, extra, grad, node._width, create)
        keeps_inputs = extra is not None and bool(extra.post)  # PyTorch moves them if nobody has asked for them yet
        if told is not None:
            told.node_begins(run, node, grad)
        try:
            if create:
                outs = node._apply_recorded(grad, edges)
                if node._fit is not None:
                    outs = fitted_recorded(outs, node._fit)
            else:
                outs = node._apply(grad, edges)
                if node._fit is not None:
                    outs = fitted(outs, node._fit)
        except Exception as error:
            if anomaly.anomaly_enabled():
                anomaly.blame(node)
            if isinstance(error, ValueError) and not hasattr(node, "_forward_cls"):  # not what a Function raised
                errors.refuse_in_formula(error)
            raise
        extra = node._extra  # which an unpack hook may have given a hook
        if extra is not None and extra.post:
            outs = run_post_hooks(node, extra, outs, grad, node._width if keeps_inputs else 0, create)
        if not keep and node._frees:
            node._saved = None
        if told is not None:
            told.node_ends(run, node, grad, outs)
        if check_nan:
            anomaly.check(node, outs)
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


def call(node: Node, *grads: Tensor | None) -> Any:
    """Run one node by hand, `grad_fn(grad)`: return its gradients, one alone as it is."""
    if len(grads) != node._width:
        raise TypeError(f"expected {node._width} arguments, got {len(grads)} instead")
    for i, grad in enumerate(grads):
        if not (grad is None or isinstance(grad, Tensor)):
            raise TypeError(f"argument {i} is not a Variable")
    recorded = grad_mode.grad_enabled()
    given = grads if recorded else [grad if grad is None else grad._data for grad in grads]
    grad = dict(enumerate(given)) if node._multi else given[0]
    outs = (node._apply_recorded if recorded else node._apply)(grad, node._next)
    if node._fit is not None:
        outs = (fitted_recorded if recorded else fitted)(outs, node._fit)
    outs = tuple([out if out is None or recorded else wrap(out) for out in outs])
    return outs[0] if len(outs) == 1 else outs


Node.__call__ = call


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
        inputs = _inputs(inputs, "backward")
    outputs = _as_tuple(tensors)
    given = _as_tuple(grad_tensors, len(outputs))[: len(outputs)]
    seeds = _seeds(outputs, given)
    keep, create_graph = _flags(create_graph if retain_graph is None else retain_graph, create_graph)
    if create_graph and first_time(_REFERENCE_CYCLE):
        warn_of_pass(_REFERENCE_CYCLE)
    implicit = [not isinstance(seed, Tensor) for seed in given]
    run = Pass(*_start(outputs, seeds, create_graph), implicit, keep, create_graph)
    if inputs is not None:
        run.ask_for([_edge_of_input(t, accumulate=True) for t in inputs], accumulate=True)
    run.run()


@function("Tensor", name="backward")
def _of_tensor(
    self: Tensor, gradient: Any = None, retain_graph: bool | None = None, create_graph: bool = False, inputs: Any = None
) -> None:
    """Compute the gradients of this tensor and add them to the `.grad` of the leaves it depends on."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


_of_tensor.__qualname__ = "Tensor.backward"  # in the errors of wrong calls
Tensor.backward = _of_tensor


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradients of `outputs` with respect to `inputs`, without touching any `.grad`."""
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    if not only_inputs:
        warnings.warn(_ONLY_INPUTS, FutureWarning, stacklevel=2)
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    outputs = _as_tuple(outputs)
    wanted = _inputs(inputs, "grad")
    given = _as_tuple(grad_outputs, len(outputs))[: len(outputs)]
    seeds = _seeds(outputs, given, is_grads_batched)
    keep = create_graph if retain_graph is None else retain_graph
    keep, create_graph, allow_unused = _flags(keep, create_graph, allow_unused)
    if is_grads_batched:
        return _batched(outputs, wanted, seeds, keep, create_graph, allow_unused, materialize_grads)
    implicit = [not isinstance(seed, Tensor) for seed in given]
    run = Pass(*_start(outputs, seeds, create_graph), implicit, keep, create_graph)
    run.ask_for([_edge_of_input(t, accumulate=False) for t in wanted], accumulate=False)
    run.run()
    found = [g if g is None or create_graph else wrap(g) for g in run.captured]
    if not allow_unused and any(g is None for g in found):
        raise RuntimeError(
            f"The differentiated Tensor at index {[g is None for g in found].index(True)} appears to not have been used in "
            "the graph. Set allow_unused=True if this is the desired behavior."
        )
    if materialize_grads:
        if any(g is None and not isinstance(t, Tensor) for g, t in zip(found, wanted, strict=True)):
            raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
        found = [_zeros_like(t, create_graph) if g is None else g for g, t in zip(found, wanted, strict=True)]
    return dict(zip(inputs, found, strict=True)) if isinstance(inputs, dict) else tuple(found)


def _batched(
    outputs: tuple, inputs: tuple, seeds: list, keep: bool, create: bool, allow_unused: bool, materialize: bool
) -> tuple:
    """One pass for each slice of the seeds' first dimension, the results stacked."""
    size = _batch_size(seeds)
    rows = []
    for i in range(size):
        row = tuple(seed[i] for seed in seeds)
        last = i == size - 1
        rows.append(grad(outputs, inputs, row, keep or not last, create, True, allow_unused, False, materialize))
    return tuple(None if column[0] is None else stack(list(column)) for column in zip(*rows, strict=True))


def _batch_size(seeds: list) -> int:
    for seed in seeds:
        if seed is None:
            raise ValueError(
                "vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for an input but the input is of type <class 'NoneType'>. We "
                "cannot vmap over non-Tensor arguments, please use None as the respective in_dim"
            )
        if not seed._data.ndim:
            raise ValueError(
                "vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of "
                "dimensionality 0 so expected in_dim to satisfy 0 <= in_dim < 0."
            )
    sizes = [len(seed) for seed in seeds]
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return sizes[0]


def _inputs(inputs: Any, function: str) -> tuple:
    if isinstance(inputs, Mapping):
        if type(inputs) is not dict:
            raise TypeError(
                f"`inputs` argument to `{function}()` must be a dict, not {type(inputs).__name__}. Other Mapping types are not "
                "supported."
            )
        inputs = inputs.values()
    inputs = _as_tuple(inputs)
    if not inputs:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    return inputs


def _flags(*values: Any) -> list[bool]:
    """Return the flags as PyTorch's engine reads them: whatever can stand for an integer."""
    return [bool(operator.index(value)) for value in values]


def _as_tuple(values: Any, length: int | None = None) -> tuple:
    if values is None and length is not None:
        return (None,) * length
    if isinstance(values, Tensor | GradientEdge):
        return (values,)
    return tuple(values)


def _seeds(outputs: tuple, given: tuple, batched: bool = False) -> list[Tensor | None]:
    """Check the seeds against the outputs, and make the implicit 1 for outputs of one element."""
    seeds = []
    for out, seed in zip(outputs, given, strict=False):
        shape, dtype, wants = _expected(out)
        if isinstance(seed, Tensor):
            if (seed[0] if batched else seed)._data.shape != shape:
                mismatch = _BATCH_MISMATCH if batched else _MISMATCH
                # PyTorch looks the numbers up with ==, which fails on other tensors than the first.
                found = given.index(seed), Size(seed._data.shape[2 * batched :]), outputs.index(out), Size(shape)
                raise RuntimeError(mismatch.format(*found))
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
    if not isinstance(out, GradientEdge):
        raise AssertionError("Expected output to be a torch.Tensor")
    return *out.node._known_outputs()[out.output_nr], True


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
            node, nr = out[:2]
        dtype = _expected(out)[1]
        keeps = unusual.used and node._seq == ACCUMULATE_SEQUENCE_NR and "_grad_dtype" in node.variable.__dict__
        if seed is not None and seed._data.dtype is not dtype and not keeps:
            seed = seed.to(OF_NUMPY[dtype]) if create_graph else wrap(seed._data.astype(dtype))
        roots.append((node, nr))
        grads.append(seed if create_graph or seed is None else seed._data)
    return roots, grads


def _edge_of_input(tensor: Any, *, accumulate: bool) -> tuple[Node, int]:
    if isinstance(tensor, GradientEdge):
        return tensor[:2]
    if not isinstance(tensor, Tensor):
        raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type_name(tensor)}")
    if accumulate:
        tensor.retain_grad()
    if not tensor.requires_grad:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    node = gradient_edge(tensor)
    return node, tensor._nr


def _zeros_like(tensor: Tensor, requires_grad: bool) -> Tensor:
    zeros = wrap(np.zeros(tensor._data.shape, tensor._data.dtype))
    zeros._req = requires_grad
    return zeros


_MISMATCH = "Mismatch in shape: grad_output[{}] has a shape of {} and output[{}] has a shape of {}."
_BATCH_MISMATCH = (
    "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The sizes of the "
    "remaining dimensions are expected to match the shape of corresponding output, but a mismatch was detected: "
    "grad_output[{}] has a shape of {} and output[{}] has a shape of {}. If you only want some tensors in `grad_output` to "
    "be considered batched, consider using vmap."
)
_ONLY_INPUTS = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other parts of the "
    "graph, please use torch.autograd.backward."
)
_ONE_THREAD_ONLY = (
    "get_current_graph_task_execution_order expects the current backward to be executed with multithreading disabled, e.g. by "
    "running:\n\n>>> with torch.autograd.set_multithreading_enabled(False):\n...     torch.autograd.grad(...)\n"
)
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
        leaf._due = None  # or graph and leaf would keep each other alive
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
                together.sort(key=node._next[::-1].index, reverse=True)  # ready with the last of its edges
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
