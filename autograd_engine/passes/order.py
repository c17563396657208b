"""The order in which the nodes of a backward pass run.

It is PyTorch's: of the nodes whose gradient is complete, the one created last runs first, and an AccumulateGrad runs
before all of them. It depends on the graph alone, so it is found before anything runs.
"""

from __future__ import annotations

from typing import Any

from ..graph.accumulate import AccumulateGrad
from ..graph.node import ACCUMULATE_SEQUENCE_NR, Node


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
