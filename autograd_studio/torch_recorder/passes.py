"""Backward passes of real PyTorch: what arrives where, seen by hooks on every node that a pass can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from autograd_engine.trace.schema import Pass, Root, Step
from autograd_engine.trace.scopes import Stretch

from .calls import Calls
from .hooks import Own, of_node, of_results
from .recorder import TorchRecorder, address, grad_fn, is_dense, variable, version
from .values import looking, quiet

Place = tuple[Any, int]  # a node, and which output of it a gradient is for


class Passes:
    """Records each call of PyTorch's backward engine, those inside other passes included."""

    def __init__(self, recorder: TorchRecorder, calls: Calls) -> None:
        self._recorder = recorder
        self._calls = calls

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Record the passes that begin inside the block."""
        places = torch.autograd, torch.autograd.graph
        engine = torch.autograd.graph._engine_run_backward

        def run(outputs: Any, *args: Any, **kwargs: Any) -> Any:
            recorder = self._recorder
            recorder.training.begin_pass()
            if not recorder.selection.takes_step:
                return engine(outputs, *args, **kwargs)
            recorder.name_locals()
            with looking():
                can_begin = _can_begin(outputs, args[0], args[3])
            if not can_begin:
                return self._refused(outputs, lambda: engine(outputs, *args, **kwargs))
            with self._calls.outside():
                with looking():
                    running = _Running(recorder, outputs, args, kwargs["accumulate_grad"])
                return running.run(lambda: engine(outputs, *args, **kwargs))

        for place in places:
            place._engine_run_backward = run
        try:
            yield
        finally:
            for place in places:
                place._engine_run_backward = engine

    def _refused(self, outputs: Any, engine: Callable) -> Any:
        """Let the engine raise what there is to raise, and record it: the program may catch it."""
        recorder = self._recorder
        try:
            return engine()
        except RuntimeError as error:
            recorder.refused([t for t in outputs if isinstance(t, torch.Tensor)], error)
            raise


class _Running:
    """One pass while it runs."""

    def __init__(self, recorder: TorchRecorder, outputs: Any, args: tuple, accumulates: bool) -> None:
        self._recorder = recorder
        self._seeds, self._keeps, self._creates, self._inputs = args[:4]
        self._kind = "backward" if accumulates else "grad"
        self._roots = [_place(output) for output in outputs]
        self._outputs = outputs
        self._needed = self._reached()
        self._nodes = {node: None for node in self._needed if recorder.shows(node)}
        self._expected: Counter[Place] = Counter(place for place in self._roots if place[0] in self._nodes)
        for node in self._needed:
            self._expected.update(edge for edge in node.next_functions if edge[0] in self._nodes)
        self._arrived: Counter[Place] = Counter()
        self._awaited: Counter[Any] = Counter()
        self._outputs_of: dict[Any, list[int]] = {}
        for (node, nr), count in self._expected.items():
            self._awaited[node] += count
            self._outputs_of.setdefault(node, []).append(nr)
        self._sums: dict[Place, tuple[torch.Tensor | None, int]] = {}
        # Leaves whose sum of two contributions is what AccumulateGrad will be given, so that nothing is kept or added up for it:
        # weights may be large. And the steps that wait for that.
        self._pairs: set[Any] = set()
        self._summed: dict[Any, Step] = {}
        # Of gradients that are no sums: their memory, weakly, and how they lie in it.
        self._waits: dict[Place, tuple] = {}
        self._received: dict[Any, list[int | None]] = {}
        self._memory: dict[Any, tuple] = {}  # of what AccumulateGrads received
        self._held: dict[Any, int | None] = {}
        self._current: Any = None
        self._retaining: dict[Any, list[tuple]] = {}
        self.index = 0  # of its entry
        self._where: dict[str, Any] = {"line": recorder.place()[0], "scope": recorder.scope()}

    def run(self, engine: Callable) -> Any:
        """Run the pass and record it."""
        recorder = self._recorder
        if not self._nodes and recorder.selection.only is not None:
            return engine()
        depth = recorder.scopes.depth
        with looking():
            entry = self._begun()
            handles = [handle for node in self._needed for handle in self._hooked(node)]
            handles += of_results(recorder, self._nodes)
        try:
            result = engine()
        except BaseException as error:
            fn = None if self._current is None else recorder.node(self._current)
            self._step("end", how="error", fn=fn, text=f"{type(error).__name__}: {error}")
            recorder.running.remove(self)
            while recorder.scopes.depth > depth:
                recorder.scopes.close()
            raise
        finally:
            for handle in handles:
                handle.remove()
        captured = [recorder.contents.of(g) for g in result or ()] if self._kind == "grad" else []
        self._step("end", tensors=entry.inputs, outgoing=captured or None)
        recorder.running.remove(self)
        recorder.forget_freed()
        return result

    def _begun(self) -> Pass:
        """Return the entry of the pass, which begins: its seeds arrive."""
        recorder = self._recorder
        # Anything that is an index is a flag to PyTorch, which refuses the rest.
        flags = [hasattr(flag, "__index__") and bool(flag) for flag in (self._keeps, self._creates)]
        entry = Pass(self._kind, [], *flags, line=self._where["line"])
        entry.parent = recorder.running[-1].index if recorder.running else None
        entry.inputs = [recorder.tensor(t) for t in self._inputs if isinstance(t, torch.Tensor)] or None
        implicit = [seed is not None and not recorder.knows(seed) for seed in self._seeds]
        recorder.nudged.begins(len(recorder.trace.passes), self._seeds, implicit)
        starts = zip(self._roots, self._outputs, self._seeds, strict=True)
        entry.roots = [self._root(output, seed) for (node, _), output, seed in starts if recorder.shows(node)]
        self.index = len(recorder.trace.passes)
        recorder.running.append(self)
        recorder.trace.passes.append(entry)
        recorder.scopes.passes += 1
        self._step("backward")
        for place, seed in zip(self._roots, self._seeds, strict=True):
            if place[0] in self._nodes:
                self._arrive(place, seed, recorder.contents.of(seed), None, None)
        self._retain()
        return entry

    def _root(self, output: Any, seed: torch.Tensor | None) -> Root:
        recorder, (node, nr) = self._recorder, _place(output)
        tensor = recorder.tensor(output) if isinstance(output, torch.Tensor) else None
        given = recorder.tensor(seed) if seed is not None and recorder.knows(seed) else None
        return Root(tensor, recorder.node(node), nr, recorder.contents.of(seed), given is None, given)

    def _reached(self) -> dict[Any, None]:
        """Return the nodes that the pass will reach; with inputs, only those on a way to one of them."""
        done: dict[Any, bool] = {}
        waiting = [(node, False) for node, _ in self._roots]
        inputs = {node for t in self._inputs if (node := _made_by(t)) is not None}
        leaves = {id(t) for t in self._inputs}
        while waiting:
            node, has_children = waiting.pop()
            children = [child for child, _ in node.next_functions if child is not None]
            if has_children:
                is_input = node in inputs or id(variable(node)) in leaves
                done[node] = not leaves or is_input or any(done.get(child) for child in children)
            elif node not in done:
                done[node] = False
                waiting.append((node, True))
                waiting += [(child, False) for child in children if child not in done]
        return {node: None for node, wanted in done.items() if wanted}

    def _retain(self) -> None:
        """Note which tensors that retain their gradient the pass may reach, and what it is before."""
        with quiet():
            for tensor in list(self._recorder.retained):
                node = grad_fn(tensor)
                if node in self._nodes:
                    self._retaining.setdefault(node, []).append((tensor, self._recorder.contents.of(tensor.grad)))

    def _step(self, kind: str, **fields: Any) -> Step:
        """Add a step of the pass itself, all of which are at the call that began it."""
        return self._recorder.step(kind, **self._where, **fields)

    # ---- nodes

    def _hooked(self, node: Any) -> tuple:
        if node not in self._nodes:
            sends = any(child in self._nodes for child, _ in node.next_functions)
            return (node.register_hook(Own(_look, self._outside, node)),) if sends else ()
        pre, leaf = node.register_prehook(Own(_look, self._begin, node)), variable(node)
        if (
            leaf is not None
            and self._kind == "backward"  # else nothing runs a leaf's node
            and len(pre.hooks_dict_ref()) == 1
            and not leaf._backward_hooks
            and self._expected[node, 0] == 2
        ):
            self._pairs.add(node)
        post = node.register_hook(Own(_look, self._end if leaf is None else self._accumulated, node))
        return *of_node(self._recorder, node, pre, post), pre, post

    def receives(self, node: Any, grads: tuple) -> None:
        """A node is given these gradients; its next hook, if it has one, may change them."""
        self._current = node
        for output in self._outputs_of.get(node, ()):
            self._waits.pop((node, output), None)
        self._received[node] = [self._recorder.contents.of(g) for g in grads]
        with looking():
            self._kept(node)

    def _begin(self, node: Any, grads: tuple) -> None:
        recorder = self._recorder
        self.receives(node, grads)
        leaf = variable(node)
        if leaf is not None:
            if node in self._summed:
                self._summed.pop(node).after = self._received[node][0]
            with quiet():
                self._memory[node] = _memory(grads[0])
                self._held[node] = recorder.contents.of(leaf.grad)
        elif recorder.trace.fns[fn := recorder.node(node)].kind == "function":
            entry, frame = recorder.trace.fns[fn], recorder.frame()
            self._step("run", forward_line=entry.line, fn=fn, how="begin", incoming=self._received[node])
            name = entry.name.removesuffix("Backward")
            stretch = Stretch(recorder.scopes.at(frame), "function", name, phase="backward", node=fn)
            recorder.scopes.open(stretch, frame)

    def _end(self, node: Any, made: tuple, _: tuple) -> None:
        recorder, fn = self._recorder, self._recorder.node(node)
        entry = recorder.trace.fns[fn]
        outgoing = [recorder.contents.of(g) for g in made]
        if entry.kind == "function":
            recorder.scopes.close()
        versions = [recorder.trace.tensors[s.tensor].version for s in entry.saved if s.tensor is not None]
        self._step(
            "run", forward_line=entry.line, fn=fn, how="end" if entry.kind == "function" else None,
            incoming=self._received.pop(node), outgoing=outgoing, versions=versions or None,
        )  # fmt: skip
        if not self._keeps and entry.saved:
            self._step("free", forward_line=entry.line, fn=fn)
        self._send(node, made, outgoing, fn)

    def waiting(self, memory: int) -> list[list[int]]:
        """Return the gradients that wait in a memory, which was written to: [node, output, value]."""
        recorder, found = self._recorder, []
        for place, (reference, dtype, *layout) in self._waits.items():
            storage = torch.UntypedStorage._new_with_weak_ptr(reference.cdata) if reference.cdata == memory else None
            if storage is None:
                continue
            with quiet():
                grad = torch.empty(0, dtype=dtype, device=storage.device).set_(storage, *layout)
            value = recorder.contents.of(grad)
            if place in self._sums:
                self._sums[place] = self._sums[place][0], value
            found.append([recorder.node(place[0]), place[1], value])
        return found

    def _outside(self, node: Any, made: tuple, _: tuple) -> None:
        reached = zip(node.next_functions, made, strict=False)
        values = [self._recorder.contents.of(grad) if place[0] in self._nodes else None for place, grad in reached]
        self._send(node, made, values, None)

    def _send(self, node: Any, made: tuple, values: list[int | None], fn: int | None) -> None:
        """What a node made arrives where it leads; `fn` is its entry, None if it has none."""
        for i, (place, grad, value) in enumerate(zip(node.next_functions, made, values, strict=False)):
            if place[0] in self._nodes:
                if fn is None:  # what comes from outside the selection is as a seed
                    root = Root(None, self._recorder.node(place[0]), place[1], value)
                    self._recorder.trace.passes[self.index].roots.append(root)
                self._arrive(place, grad, value, fn, None if fn is None else i)

    def _kept(self, node: Any) -> None:
        """Tell which tensors made by a node have kept what it received."""
        recorder = self._recorder
        for tensor, before in self._retaining.pop(node, ()):
            with quiet():
                after, value = recorder.contents.of(tensor.grad), self._received[node][tensor.output_nr]
            if value is not None:
                self._step("accumulate", tensor=recorder.tensor(tensor), before=before, value=value, after=after)

    def accumulated(self, leaf: torch.Tensor) -> None:
        """A leaf has its gradient, and hooks for that are about to run."""
        node = next((node for node in self._received if variable(node) is leaf), None)
        if node is not None:
            with looking():
                self._accumulated(node)

    def _accumulated(self, node: Any, *_: tuple) -> None:
        recorder, leaf = self._recorder, node.variable
        if node not in self._received:  # told before hooks of the leaf
            return
        (value,) = self._received.pop(node)
        memory, before = self._memory.pop(node), self._held.pop(node)
        tensor = recorder.tensor(leaf)
        fields = {"fn": recorder.node(node), "tensor": tensor, "before": before, "value": value}
        if not leaf.requires_grad:  # it was detached, or its flag switched off, since: PyTorch adds nothing
            self._step("accumulate", **fields, after=before, how="refused")
            return
        with quiet():
            after = leaf.grad
            is_as_it_came = memory is not None and memory == _memory(after)  # else it was added up
            index = value if is_as_it_came else recorder.contents.of(after)
            if is_as_it_came:
                recorder.contents.holds(after, index)
        if after is not None:
            recorder.owners[after] = tensor
            recorder.overwrites(after)
        recorder.accumulated(tensor, before, index)
        self._step("accumulate", **fields, after=index)

    def _arrive(
        self, place: Place, grad: torch.Tensor | None, value: int | None, origin: int | None, edge: int | None
    ) -> None:
        """A contribution reaches a node: add it to what is there, and see whether the node now has everything.

        Nothing is kept of what a node has in full: PyTorch takes over memory that nobody else holds.
        """
        recorder, (node, nr) = self._recorder, place
        fn = recorder.node(node)
        held, before = self._sums.get(place, (None, None))
        after = before if grad is None else value
        is_sum = before is not None and grad is not None
        if held is not None and is_sum:
            with quiet():
                grad = held + grad
                after = recorder.contents.of(grad)
        if grad is not None:
            self._sums[place] = None if node in self._pairs else grad, after
        self._arrived[place] += 1
        self._awaited[node] -= 1
        line, expected = recorder.trace.fns[fn].line, self._expected[place]
        step = self._step(
            "arrive", forward_line=line, fn=fn, output=nr, origin=origin, edge=edge, value=value, before=before,
            after=after, awaited=expected - self._arrived[place], expected=expected,
        )  # fmt: skip
        self._waits.pop(place, None)
        if is_sum and held is None:
            self._summed[node] = step
        if grad is not None and not is_sum and (memory := recorder.lies(grad, step)) is not None:
            self._waits[place] = memory, grad.dtype, grad.storage_offset(), grad.shape, grad.stride()
        if not self._awaited[node]:
            for other in self._outputs_of[node]:
                self._sums.pop((node, other), None)
            self._step("ready", forward_line=line, fn=fn)


def _look(at: Callable, *args: Any) -> None:
    """Look at what a hook is given; what is asked of the tensors there is no call of the program."""
    with looking():
        at(*args)


def _memory(grad: torch.Tensor | None) -> tuple | None:
    """Return where the elements of a gradient are, as long as it lives; None if that cannot be told."""
    if grad is None or not is_dense(grad):
        return None
    return address(grad), grad.shape, grad.stride(), version(grad)


def _can_begin(outputs: Any, seeds: Any, inputs: Any) -> bool:
    """Return whether PyTorch will take the arguments of a pass."""
    return len(outputs) == len(seeds) and all(
        t.requires_grad if isinstance(t, torch.Tensor) else isinstance(t, torch.autograd.graph.GradientEdge)
        for t in (*outputs, *inputs)
    )


def _made_by(tensor: Any) -> Any:
    if not isinstance(tensor, torch.Tensor):
        return tensor.node
    with quiet():
        return grad_fn(tensor)


def _place(output: Any) -> Place:
    """Return the node of a tensor, its AccumulateGrad if it is a leaf, or of a GradientEdge."""
    if isinstance(output, torch.Tensor):
        output = torch.autograd.graph.get_gradient_edge(output)
    return output.node, output.output_nr
