"""One backward pass: how gradients travel from node to node and add up.

The nodes run in the order that `order` finds before anything runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from typing import Any

from ..base import errors
from ..base.each_run import forgotten
from ..graph import anomaly, grad_mode, saved
from ..graph.hooks import run_post_hooks, run_pre_hooks, run_tensor_hooks
from ..graph.node import ACCUMULATE_SEQUENCE_NR, Node, current_pass
from ..graph.observer import seam
from ..graph.tangents import pushes
from ..graph.tensor import Tensor, wrap
from ..kernels.broadcasting import fitted
from ..ops.expand import fitted_recorded
from .order import execution_order

_pass_ids = count()


@forgotten
def _begin_pass_ids() -> None:
    global _pass_ids
    _pass_ids = count()


def current_pass_id() -> int:
    """Return a number for the pass that is running, -1 outside of one."""
    run = current_pass.get()
    return -1 if run is None else run.id


def current_pass_is_whole() -> bool:
    """Tell whether the pass that is running goes to every leaf, not only to the inputs it was asked for."""
    return current_pass.get().needed is None


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

    `roots` are (node, output number) pairs with their `seeds`, arrays, or tensors if the pass is one `on_tensors`: under
    `create_graph`, or for gradients that have tangents. `implicit` says which seeds are the 1 that nobody gave. `captures`
    maps a node to the [(output number, position)] whose gradients are returned in `captured`; `needed` is None or the nodes
    that lead to what was asked for, the edges `asked`. `node` is the one that is running, and `callbacks` are called at the
    end.
    """

    __slots__ = (
        "id", "roots", "seeds", "implicit", "keep_graph", "create_graph", "on_tensors", "order", "captures", "captured", "needed",
        "asked", "node", "callbacks",
    )  # fmt: skip

    def __init__(self, roots: list, seeds: list, implicit: list[bool], keep_graph: bool, create_graph: bool) -> None:
        self.id = next(_pass_ids)
        self.roots = roots
        self.seeds = seeds
        self.implicit = implicit
        self.keep_graph = keep_graph
        self.create_graph = create_graph
        self.on_tensors = create_graph or pushes()
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
        mode = grad_mode.recording.set(self.create_graph)
        saving = saved.hook_stack()
        current = current_pass.set(self)
        if seam.count:
            seam.observer().backward_begins(self)
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
            grad_mode.recording.reset(mode)
            if seam.count:
                seam.observer().backward_ends(self)


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
    captures, needed, keep, on_tensors = run.captures, run.needed, run.keep_graph, run.on_tensors
    check_nan = anomaly.checks_nan()
    observer = seam.observer() if seam.count else None
    for node in run.order:
        run.node = node
        grad = node._buffer
        node._buffer = None
        extra = node._extra
        if extra is not None:
            grad = run_tensor_hooks(node, extra, grad, on_tensors)
        edges = node._next
        if needed is not None:
            for nr, position in captures.get(node, ()):
                run.captured[position] = grad if not node._multi else grad and grad.get(nr)
            if node not in needed:
                continue
            edges = run.edges_of(node)
        if extra is not None and extra.pre:
            grad = run_pre_hooks(node, extra, grad, node._width, on_tensors)
        keeps_inputs = extra is not None and bool(extra.post)  # PyTorch moves them if nobody has asked for them yet
        if observer is not None:
            observer.node_begins(run, node, grad)
        try:
            if on_tensors:
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
            outs = run_post_hooks(node, extra, outs, grad, node._width if keeps_inputs else 0, on_tensors)
        if not keep and node._frees:
            node._saved = None
        if observer is not None:
            observer.node_ends(run, node, grad, outs)
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


_ONE_THREAD_ONLY = (
    "get_current_graph_task_execution_order expects the current backward to be executed with multithreading disabled, e.g. by "
    "running:\n\n>>> with torch.autograd.set_multithreading_enabled(False):\n...     torch.autograd.grad(...)\n"
)
