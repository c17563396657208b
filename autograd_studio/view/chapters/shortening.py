"""Shortening: of a long recording, a page shows the beginning, the end, and where gradients cease to be finite."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Edge, Fn, Pass, Step, Tensor, Trace, Value, function_of

from .chapters import chapters

LONG = 20_000  # steps; a page of no more shows all of them
BEGINNING, END = 5_000, 2_500  # steps at most that are shown of a longer one

Part = tuple[int, int]  # steps, from the first up to the second


def shortened(trace: Trace, long: int = LONG, middle: int | None = None) -> Trace:
    """Return what a page shows of a Trace: all of it, or parts with a step `omitted` between them (docs/trace.md).

    It shows all of one with `long` steps at most, and otherwise about the `middle`, a backward pass, too.
    """
    if len(trace.steps) <= long or any(step.kind == "omitted" and step.run is None for step in trace.steps):
        return trace
    parts = shown_parts(trace, long, middle)
    return trace if len(parts) == 1 else _Excerpt(trace, parts).made()


def shown_parts(trace: Trace, long: int = LONG, middle: int | None = None) -> list[Part]:
    """Return which steps are shown of a long Trace: whole iterations, as many as have room, and one in any case."""
    beginning, end = min(BEGINNING, long // 2), min(END, long // 4)
    cuts, whole = _cuts(trace), len(trace.steps)
    parts = [(0, _fitting(cuts, 0, beginning)), (_last(cuts, end), whole)]
    broken = _ceases_to_be_finite(trace)
    if broken is not None:
        after = bisect.bisect_right(cuts, broken)
        parts.append((cuts[max(after - 2, 0)], cuts[after]))
    begun = None if middle is None else _begins(trace, middle)
    if begun is not None:
        begin = cuts[bisect.bisect_right(cuts, begun) - 1]
        parts.append((begin, _fitting(cuts, begin, end)))
    parts.sort()
    found = parts[:1]
    for begin, end in parts[1:]:
        if begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def _fitting(cuts: list[int], begin: int, steps: int) -> int:
    """Return where a part ends that begins at one of the cuts and has so many steps at most, but one iteration in any case."""
    fitting = bisect.bisect_right(cuts, begin + steps) - 1
    return cuts[max(fitting, bisect.bisect_right(cuts, begin))]


def _last(cuts: list[int], steps: int) -> int:
    """Return where the last part begins, of so many steps at most, but one iteration in any case."""
    return cuts[min(bisect.bisect_left(cuts, cuts[-1] - steps), len(cuts) - 2)]


def _begins(trace: Trace, number: int) -> int | None:
    """Return the step at which the backward pass with this number begins."""
    return next((i for i, step in enumerate(trace.steps) if step.kind == "backward" and step.run == number), None)


def _cuts(trace: Trace) -> list[int]:
    """Return where a Trace may be cut: between iterations, else after passes, else where none runs and no Function."""
    steps = trace.steps
    quiet = [
        i for i, step in enumerate(steps) if i and step.run is None and function_of(trace.scopes, step.scope) is None
    ]
    found = [chapter.first for chapter in chapters(trace)][1:]
    if len(found) < 2:
        found = [i for i in quiet if steps[i - 1].kind == "end"]
    if len(found) < 2:
        found = quiet
    return [0, *found, len(steps)]


def _ceases_to_be_finite(trace: Trace) -> int | None:
    """Return the first step after which a `.grad` is not finite."""
    broken = {i for i, value in enumerate(trace.values) if _is_broken(value)}
    return next((i for i, step in enumerate(trace.steps) if step.kind == "accumulate" and step.after in broken), None)


def _is_broken(value: Value) -> bool:
    if value.stats is not None:
        return bool(value.stats.get("nan") or value.stats.get("inf"))
    return any(isinstance(number, str) for number in value.data)


class _Excerpt:
    """A Trace of parts of another one.

    What happened in between has no entries, but for tensors that are used later: they have neither operation nor node.
    """

    def __init__(self, trace: Trace, parts: list[Part]) -> None:
        self._old = trace
        self._parts = parts
        self._is_in = [False] * len(trace.steps)
        for begin, end in parts:
            self._is_in[begin:end] = [True] * (end - begin)
        self._is_in.append(True)  # what the end of the program has named
        self._fns = self._kept_nodes()
        self._steps: list[Step] = []
        self._places: list[int] = []  # of each old step: where it is now, or the `omitted` one that stands for it
        self._gaps: dict[int | None, Step] = {}  # by pass: the step for nodes left out that ran last
        for part, (begin, end) in enumerate(parts):
            if part:
                self._omit(parts[part - 1][1], begin)
            for step in trace.steps[begin:end]:
                self._places.append(len(self._steps))
                self._take(step)
        self._places.append(len(self._steps))

    def _kept_nodes(self) -> set[int]:
        """Return the nodes that were made in the parts: what makes a node shows at the latest when it is first used."""
        trace = self._old
        seen = [len(trace.steps) + 1] * len(trace.fns)

        def see(fn: int | None, at: int) -> None:
            if fn is not None:
                seen[fn] = min(seen[fn], at)

        for i, step in enumerate(trace.steps):
            see(step.fn, i), see(step.origin, i)
            see(None if step.op is None else trace.ops[step.op].fn, i)
            for root in trace.passes[step.run].roots if step.kind == "backward" else ():
                see(root.fn, i)
        for tensor in trace.tensors:
            see(tensor.fn, tensor.step)
        nodes = sorted((i for i, fn in enumerate(trace.fns) if fn.seq is not None), key=lambda i: -trace.fns[i].seq)
        for i in nodes:  # a node is made after those that it leads to
            for edge in trace.fns[i].edges:
                see(edge.to, seen[i])
        found = {i for i in nodes if seen[i] < len(self._is_in) and self._is_in[seen[i]]}
        leaves = {edge.to for i in found for edge in trace.fns[i].edges}
        leaves |= {step.fn for step, is_in in zip(trace.steps, self._is_in, strict=False) if is_in}
        return found | {i for i in leaves if i is not None and trace.fns[i].kind == "accumulate"}

    # ---- steps

    def _omit(self, begin: int, end: int) -> None:
        steps = self._old.steps[begin:end]
        self._places += [len(self._steps)] * len(steps)
        passes = sum(step.kind == "backward" for step in steps)
        operations = len({step.op for step in steps} - {None})
        self._steps.append(Step("omitted", count=operations, passes=passes))

    def _take(self, step: Step) -> None:
        """Take a step over, unless it is about a node that was left out."""
        if step.fn is None or step.fn in self._fns:
            if step.origin is None or step.origin in self._fns:
                if step.kind in ("run", "accumulate"):
                    self._gaps.pop(step.run, None)
                self._steps.append(step)
        elif step.kind == "end":
            self._steps.append(replace(step, fn=None))
        elif step.kind == "run" and step.how != "begin":
            if step.run not in self._gaps:
                gap = Step("omitted", step.line, scope=step.scope, run=step.run, count=0)
                self._gaps[step.run] = gap
                self._steps.append(gap)
            self._gaps[step.run].count += 1

    # ---- tables

    def made(self) -> Trace:
        """Return the Trace of the parts."""
        old = self._old
        ops = _numbered(step.op for step in self._steps)
        runs = _numbered(step.run for step in self._steps)
        reads = [read for read in old.reads if self._is_in[read.step]]
        tensors = self._kept_tensors(ops, runs, [read.tensor for read in reads])
        fns = _numbered(self._fns)
        table = [self._tensor(old.tensors[t], ops, fns) for t in tensors]
        scopes = self._kept_scopes(table, ops, fns)
        passes = [self._pass(old.passes[i], fns) for i in runs]
        values = _numbered(v for v in self._values(table, passes))
        numbers = {"tensor": tensors, "op": ops, "fn": fns, "scope": scopes, "run": runs, "value": values}
        return _Numbering(numbers).trace(
            replace(
                old,
                values=[old.values[i] for i in values], tensors=table, ops=[old.ops[i] for i in ops],
                fns=[old.fns[i] for i in fns], scopes=[old.scopes[i] for i in scopes], passes=passes, steps=self._steps,
                reads=[replace(read, step=self._places[read.step]) for read in reads], stdout=self._stdout(),
            )
        )  # fmt: skip

    def _kept_tensors(self, ops: Iterable[int], runs: Iterable[int], read: list[int]) -> dict[int, int]:
        old, found = self._old, {i for i, t in enumerate(self._old.tensors) if self._is_in[t.step]}
        found.update(read)
        for i in ops:
            found.update(old.ops[i].outputs, *(a.tensors for a in old.ops[i].inputs if a.tensors))
        for i in self._fns:
            fn = old.fns[i]
            found.update([fn.variable], (s.tensor for s in (*fn.saved, *fn.ctx)), (edge.source for edge in fn.edges))
        for i in runs:
            found.update(old.passes[i].inputs or (), *((root.tensor, root.given) for root in old.passes[i].roots))
        for step in self._steps:
            found.update([step.tensor], step.tensors or (), (pair[0] for pair in step.changed or ()))
        waiting = found - {None}
        while waiting:
            tensor = old.tensors[waiting.pop()]
            more = {tensor.base, tensor.grad_of} - found
            found |= more
            waiting |= more
        return _numbered(found)

    def _tensor(self, tensor: Tensor, ops: dict[int, int], fns: dict[int, int]) -> Tensor:
        retained = None if tensor.retained is None else self._places[tensor.retained]
        flagged = None if tensor.flagged is None else [self._places[tensor.flagged[0]], tensor.flagged[1]]
        found = replace(tensor, step=self._places[tensor.step], retained=retained, flagged=flagged)
        if not self._is_in[tensor.step]:
            found.scope = None
        if found.op not in ops:
            found.op = None
        if found.fn not in fns:
            found.fn, found.output = None, 0
        return found

    def _kept_scopes(self, tensors: list[Tensor], ops: Iterable[int], fns: Iterable[int]) -> dict[int, int]:
        old = self._old
        found: set[int] = set()
        entries = (*tensors, *(old.ops[i] for i in ops), *(old.fns[i] for i in fns), *self._steps)
        for entry in entries:
            scope = entry.scope
            while scope is not None and scope not in found:
                found.add(scope)
                scope = old.scopes[scope].parent
        return _numbered(found)

    def _pass(self, run: Pass, fns: dict[int, int]) -> Pass:
        return replace(run, roots=[root for root in run.roots if root.fn in fns])

    def _values(self, tensors: list[Tensor], passes: list[Pass]) -> Iterator[int | None]:
        yield from (value for tensor in tensors for value in (tensor.value, tensor.tangent))
        yield from (root.seed for run in passes for root in run.roots)
        for step in self._steps:
            yield from (step.value, step.before, step.after, *(step.incoming or ()), *(step.outgoing or ()))
            yield from (item[-1] for item in (*(step.changed or ()), *(step.waiting or ())))

    def _stdout(self) -> list[tuple[int, str]]:
        found: dict[int, str] = {}
        for step, text in self._old.stdout:
            place = self._places[step]
            found[place] = found.get(place, "") + text
        return [*found.items()]


class _Numbering:
    """Turns old indices into new ones; what has none is None."""

    def __init__(self, numbers: dict[str, dict[int, int]]) -> None:
        self._new = {table: found.get for table, found in numbers.items()}

    def _of(self, table: str, indices: Iterable[int | None] | None) -> list | None:
        return None if indices is None else [self._new[table](i) for i in indices]

    def _fields(self, entry: object, **tables: str) -> dict[str, int | None]:
        return {field: self._new[table](getattr(entry, field)) for field, table in tables.items()}

    def trace(self, trace: Trace) -> Trace:
        """Return a Trace whose tables are complete with its references as they are now."""
        new = self._fields
        trace.tensors = [
            replace(
                t,
                **new(
                    t, value="value", tangent="value", op="op", fn="fn", scope="scope", base="tensor", grad_of="tensor"
                ),
            )
            for t in trace.tensors
        ]
        for i, op in enumerate(trace.ops):
            inputs = [replace(a, tensors=self._of("tensor", a.tensors)) for a in op.inputs]
            outputs = self._of("tensor", op.outputs)
            trace.ops[i] = replace(op, inputs=inputs, outputs=outputs, **new(op, fn="fn", scope="scope"))
        trace.fns = [self._fn(fn) for fn in trace.fns]
        trace.scopes = [replace(scope, **new(scope, fn="fn", parent="scope")) for scope in trace.scopes]
        trace.passes = [self._pass(run) for run in trace.passes]
        trace.steps = [self._step(step) for step in trace.steps]
        trace.reads = [replace(read, **new(read, tensor="tensor")) for read in trace.reads]
        return trace

    def _fn(self, fn: Fn) -> Fn:
        def edge(old: Edge) -> Edge:
            to = self._new["fn"](old.to)
            return Edge(None) if to is None else replace(old, to=to, **self._fields(old, source="tensor"))

        kept = {
            name: [replace(s, **self._fields(s, tensor="tensor")) for s in getattr(fn, name)]
            for name in ("saved", "ctx")
        }
        return replace(
            fn, edges=[*map(edge, fn.edges)], **kept, **self._fields(fn, op="op", variable="tensor", scope="scope")
        )

    def _pass(self, run: Pass) -> Pass:
        roots = [
            replace(root, **self._fields(root, tensor="tensor", fn="fn", seed="value", given="tensor"))
            for root in run.roots
        ]
        return replace(run, roots=roots, inputs=self._of("tensor", run.inputs), **self._fields(run, parent="run"))

    def _step(self, step: Step) -> Step:
        new = self._fields(
            step, scope="scope", run="run", tensor="tensor", op="op", fn="fn", origin="fn", value="value",
            before="value", after="value",
        )  # fmt: skip
        tensor, value, fn = (self._new[table] for table in ("tensor", "value", "fn"))
        if step.changed:
            new["changed"] = [[tensor(t), value(v)] for t, v in step.changed]
        if step.waiting:
            new["waiting"] = [[fn(node), nr, value(v)] for node, nr, v in step.waiting if fn(node) is not None]
        return replace(
            step, tensors=self._of("tensor", step.tensors), incoming=self._of("value", step.incoming),
            outgoing=self._of("value", step.outgoing), **new,
        )  # fmt: skip


def _numbered(indices: Iterable[int | None]) -> dict[int, int]:
    """Return the new index of each old one: they keep their order."""
    return {old: new for new, old in enumerate(sorted(set(indices) - {None}))}
