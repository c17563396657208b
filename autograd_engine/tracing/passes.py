"""Backward passes: what arrives where, in which order nodes run, and what they make of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.array_memory import storage
from ..trace.schema import Edge, Pass, Root
from .draft import Draft, Run
from .entries import HookRan, NodeBegan, NodeEnded, NodeRef, PassBegan, PassEnded, Ref
from .grads import Grads
from .nodes import Nodes
from .tensors import Tensors


class Passes:
    """Reads the log's entries about backward passes.

    After a part of the program was left out, nodes may belong to that part. They have no entry and no steps;
    what they send to the others is added up in silence.
    """

    def __init__(self, draft: Draft, tensors: Tensors, nodes: Nodes, grads: Grads) -> None:
        self._draft = draft
        self._tensors = tensors
        self._nodes = nodes
        self._grads = grads
        self._seeds: dict[int, tuple[Any, Root]] = {}  # of recorded passes, by the id of the seed's array
        tensors.on_entry = self._given_later

    # ---- the beginning and the end

    def begin(self, began: PassBegan) -> None:
        """Add a pass, and count what each node that it will visit is to receive."""
        draft = self._draft
        line, _ = draft.places.at(began.where)
        run = Run(len(draft.trace.passes), line, began.where, began.create, draft.scope)
        for root in began.roots:
            self._nodes.index(root.node)
        refs = {node.key: NodeRef(node.key, node.kind, node.variable) for node in began.nodes}
        for node in began.nodes:
            edges = [None if child is None else refs[child] for child in node.edges]
            self._visit(run, refs[node.key], edges, node.outputs)
        entry = Pass(began.kind, [], began.keep, began.create, line=line)
        if began.asked:
            outputs = [self._tensors.output_of(self._nodes.index(ref), nr) for ref, nr in began.asked]
            entry.inputs = [t for t in outputs if t is not None]
        entry.parent = None if draft.run is None else draft.run.index
        draft.trace.passes.append(entry)
        draft.runs.append(run)
        for root in began.roots:
            key, nr = root.node.key, root.output
            run.expected[key, nr] = run.expected.get((key, nr), 0) + 1
            run.total[key] = run.total.get(key, 0) + 1
            entry.roots.append(self._root(self._nodes.index(root.node), nr, root.seed, root.implicit, began.create))
        draft.step("backward", line)
        for root in began.roots:
            self._arrive(run, root.node.key, root.output, root.seed, None, None)

    def _root(self, fn: int, nr: int, seed: Any, implicit: bool, recorded: bool) -> Root:
        given = None if implicit else self._tensor_with(seed)
        root = Root(self._tensors.output_of(fn, nr), fn, nr, self._draft.value(seed), implicit, given)
        if recorded:
            self._seeds[id(seed)] = seed, root
        return root

    def _tensor_with(self, array: Any) -> int | None:
        """Return the tensor that holds this very array, if one is known."""
        sharing = self._tensors.sharing(array).items()
        return next((self._tensors.index(note) for note, other in sharing if other is array), None)

    def _given_later(self, array: Any, index: int) -> None:
        """A tensor got its entry after a pass began with it as its seed."""
        _, root = self._seeds.get(id(array), (None, None))
        if root is not None and root.given is None:
            root.given = index

    def _visit(self, run: Run, ref: NodeRef, edges: list, nrs: tuple | None) -> None:
        """Count what each node will receive in this pass, and learn the edges of nodes first seen here."""
        run.edges[ref.key] = found = []
        for i, child in enumerate(edges):
            found.append(None if child is None else (child.key, nrs[i] if nrs else 0))
            if child is not None:
                run.expected[found[i]] = run.expected.get(found[i], 0) + 1
                run.total[child.key] = run.total.get(child.key, 0) + 1
        if not self._nodes.is_shown(ref):
            return
        for child in edges:
            if child is not None and self._nodes.is_shown(child):
                self._nodes.index(child)
        fn = self._draft.trace.fns[self._nodes.index(ref)]
        fn.edges += [Edge(None) for _ in range(len(found) - len(fn.edges))]
        for edge, target in zip(fn.edges, found, strict=False):
            if target is not None and target[0] in self._nodes.known:
                edge.to, edge.output = self._nodes.known[target[0]], target[1]

    def end(self, ended: PassEnded) -> None:
        """End the pass that is running."""
        draft, failed = self._draft, ended.failed
        run = draft.run
        entry = draft.trace.passes[run.index]
        fn = self._nodes.known.get(failed, run.current[-1] if run.current else None)
        has_left = draft.function_of(draft.scope) != draft.function_of(run.scope)
        scope = draft.scope if has_left else None
        draft.scope = run.scope
        draft.step(
            "end",
            run.line,
            how=None if failed is None else "error",
            fn=None if failed is None else fn,
            text=ended.why,
            tensors=entry.inputs,
            outgoing=[draft.value(g) for g in ended.captured] or None,
        )
        draft.runs.pop()
        draft.failing = fn, scope

    # ---- gradients arrive

    def _arrive(self, run: Run, key: int, nr: int, array: Any, origin: int | None, edge: int | None) -> None:
        """A contribution reaches a node: add it to what is there, and see whether the node now has
        everything."""
        fn = self._nodes.known.get(key)
        if fn is None:
            return
        draft, place = self._draft, (key, nr)
        value = None if array is None else np.asarray(draft.read_at(array))
        held = run.partial.get(place)
        after = run.partial[place] = held if value is None else value if held is None else held + value
        if value is not None:
            run.whole[place] = array if held is None else None
        run.arrived[place] = run.arrived.get(place, 0) + 1
        run.total[key] -= 1
        forward_line = draft.trace.fns[fn].line
        if run.gap is None:
            expected = run.expected.get(place, 1)
            step = draft.step(
                "arrive",
                run.line,
                forward_line=forward_line,
                fn=fn,
                output=nr,
                origin=origin,
                edge=edge,
                value=draft.value(array),
                before=self._sum(held),
                after=self._sum(after),
                awaited=expected - run.arrived[place],
                expected=expected,
            )
            if held is None:
                draft.memories.hold_array(array, step)
        if run.total[key] == 0:
            draft.step("ready", run.line, forward_line=forward_line, fn=fn)

    def overwritten(self, array: Any) -> list[list[int]] | None:
        """Note that memory was written to, and return which gradients wait on it: [node, output, value]."""
        found = []
        for run in self._draft.runs:
            for (key, nr), held in run.whole.items():
                fn = self._nodes.known.get(key)
                if fn is None or fn in run.current or held is None or storage(held) is not storage(array):
                    continue
                run.partial[key, nr] = np.asarray(self._draft.read_at(held))
                found.append([fn, nr, self._draft.value(held)])
        return found or None

    def _sum(self, array: Any) -> int | None:
        return None if array is None else self._draft.values.index(array)

    # ---- nodes run

    def node_begin(self, began: NodeBegan) -> None:
        """Tell that a node begins whose work consists of operations of its own."""
        draft, key, grads = self._draft, began.key, began.grads
        fn = self._nodes.known.get(key)
        if fn is None:
            draft.hidden = key
            return
        entry = draft.trace.fns[fn]
        if entry.kind == "function":
            draft.run.current.append(fn)
            self._grads.given(grads)
            draft.step(
                "run",
                entry.line,
                forward_line=entry.line,
                fn=fn,
                how="begin",
                incoming=[draft.value(g) for g in grads],
            )

    def node_end(self, ended: NodeEnded) -> None:
        """Tell what a node that ran made of its gradients, and let that arrive."""
        draft = self._draft
        key, grads, outs, freed = ended
        run = draft.run
        fn = self._nodes.known.get(key)
        if fn is None:
            self._hidden_end(run, key, grads, outs)
            return
        run.gap = None
        entry = draft.trace.fns[fn]
        if entry.kind == "function":
            run.current.pop()
        if entry.kind != "accumulate":
            draft.step(
                "run",
                run.line,
                forward_line=entry.line,
                fn=fn,
                how="end" if entry.kind == "function" else None,
                incoming=[draft.value(g) for g in grads],
                outgoing=[draft.value(out) for out in outs],
                versions=[self._tensors.version_now(s.tensor) for s in entry.saved] or None,
            )
        elif all(g is None for g in grads):
            draft.step("accumulate", run.line, fn=fn, tensor=self._tensors.output_of(fn, 0))
        if freed and entry.saved:
            draft.step("free", run.line, forward_line=entry.line, fn=fn)
        self._send(run, key, grads, outs, fn)

    def _hidden_end(self, run: Run, key: int, grads: tuple, outs: tuple) -> None:
        """A node ran that belongs to what was left out: count it."""
        self._draft.hidden = None
        if run.gap is None:
            run.gap = self._draft.step("omitted", run.line, count=0)
        run.gap.count += 1
        self._send(run, key, grads, outs, None)

    def _send(self, run: Run, key: int, grads: tuple, outs: tuple, origin: int | None) -> None:
        """Let what a node made arrive; what had arrived at the node itself is of no more use."""
        for nr in range(len(grads)):
            run.partial.pop((key, nr), None)
            run.whole.pop((key, nr), None)
        for i, (target, out) in enumerate(zip(run.edges.get(key, ()), outs, strict=False)):
            if target is not None:
                self._arrive(run, *target, out, origin, i)

    def hook(self, ran: HookRan) -> None:
        """Tell that a user's hook ran, on a node or on a tensor."""
        draft, owner = self._draft, ran.owner
        line, _ = draft.places.at(ran.where)
        if type(owner) is Ref:
            fn, tensor = None, self._tensors.index(owner)
        elif owner.key in self._nodes.known or self._nodes.is_shown(owner):
            fn = self._nodes.index(owner)
            tensor = self._tensors.output_of(fn, ran.output)
        else:
            return
        draft.step(
            "hook",
            line or (None if draft.run is None else draft.run.line),
            fn=fn,
            output=ran.output,
            how=ran.kind,
            text=ran.name,
            tensor=tensor,
            incoming=[draft.value(v) for v in ran.before],
            outgoing=[draft.value(v) for v in ran.after],
        )
