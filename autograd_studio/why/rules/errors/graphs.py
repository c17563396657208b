"""Graphs: errors about what nodes have saved and no longer is there as it was, and about writes to leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from autograd_engine.trace.schema import Fn

from ....catalogue import say
from ...cuts import cuts_of
from ...finding import Finding, finding
from ...index import TraceIndex, inputs_of
from ...numbers import bytes_of, bytes_text
from .error import by_message, failing_node, failure, says

_VIEW_IS_WRITTEN = "of a view and is being modified inplace", "is a view and is being modified inplace"

# ---- what was written


@finding("saved_changed", of="error", lesson="output-changed")
def saved_changed(index: TraceIndex) -> Finding | None:
    """Explain a saved tensor that was changed in place: who saved it, who changed it, and when."""
    if not says(index, "modified by an inplace operation"):
        return (
            None if _is_view_of_leaf(index) else _hooked(index) or by_message(index, "saved_changed", *_VIEW_IS_WRITTEN)
        )
    fn = failing_node(index)
    for tensor, saved in () if fn is None else _kept(index, fn):
        write = _write(index, tensor, saved)
        if write is not None:
            return _changed(index, fn, tensor, saved, write)
    return failure(index, "saved_changed", index.trace.error.line)


def _hooked(index: TraceIndex) -> Finding | None:
    """Explain a module that writes to the output of one with a backward hook, None if the text does not show which."""
    error, (hooks, modules) = index.trace.error, index.source.hooked_and_in_place
    is_hook = says(index, "BackwardHookFunction is a view")
    if not is_hook or not hooks or len(modules) != 1 or index.source.writes_in_place(error.line):
        return None
    lines = {"error_line": error.line, "hook_line": hooks[0], "module_line": modules[0]}
    text = say("why.saved_changed.hooked", error=error.type, **lines)
    return replace(failure(index, "saved_changed", modules[0], text, **lines), name=error.type)


def _changed(index: TraceIndex, fn: Fn, tensor: int, saved: int, write: tuple[int | None, str, int, int]) -> Finding:
    """Return that a write has changed a tensor which a node had saved at a version."""
    trace, (line, op, version, written) = index.trace, write
    is_named = any(index.names(trace.tensors[t].identity) for t in (tensor, written))
    changed = written if is_named and not index.names(trace.tensors[tensor].identity) else tensor
    saver = "" if fn.op is None else " " + say("why.saved_changed.saver", operation=trace.ops[fn.op].text or fn.name)
    text = say(
        "why.saved_changed.told",
        line=line,
        name=index.title(changed),
        write=op,
        saved_line=fn.line,
        saved=saved,
        saver=saver,
        pass_line=trace.error.line,
        version=version,
    )
    found = failure(
        index, "saved_changed", line, text, changed, written,
        changed_line=line, saved_line=fn.line, pass_line=trace.error.line, saved_version=saved, found_version=version,
    )  # fmt: skip
    return replace(found, advice=_advice_on_step(index, op, fn))


def _kept(index: TraceIndex, fn: Fn) -> Iterator[tuple[int, int]]:
    """Yield what a node has saved, with its version; then the operands of its operation, of which it may save views."""
    yield from ((s.tensor, s.version) for s in fn.saved if s.tensor is not None and s.version is not None)
    operands = [] if fn.op is None else inputs_of(index.trace.ops[fn.op])
    yield from ((t, index.trace.tensors[t].version) for t in operands)


def _advice_on_step(index: TraceIndex, write: str, fn: Fn) -> str | None:
    """Return what to do where the step of an optimizer was the write, None if it was none."""
    if not write.endswith(".step()"):
        return None
    made = "" if fn.op is None else index.trace.ops[fn.op].text
    return say("why.saved_changed.step_advice", write=write, made=made or say("why.saved_changed.second_pass"))


def _write(index: TraceIndex, tensor: int, version: int) -> tuple[int | None, str, int, int] | None:
    """Return the first write to the memory of a tensor after a version: its line, text, latest version and tensor."""
    tensors, found = index.trace.tensors, []
    shared = _sharing(index, tensor)
    for step in index.trace.steps:
        if step.kind != "write" or step.tensor is None:
            continue
        new = tensors[step.tensor]
        touched = {new.identity, *(tensors[t].identity for t, _ in step.changed or ())}
        if new.version > version and (tensors[tensor].identity in touched or new.identity in shared):
            found.append((step.line, index.trace.ops[step.op].text, new.version, step.tensor))
    if not found:
        return None
    line, text, _, written = found[0]
    return line, text, found[-1][2], written


def _sharing(index: TraceIndex, tensor: int) -> set[int]:
    """Return the identities of the tensors that a view looks into."""
    found, entry = set(), index.trace.tensors[tensor]
    while entry.base is not None and entry.identity not in found:
        found.add(entry.identity)
        entry = index.trace.tensors[entry.base]
    return found | {entry.identity}


@finding("leaf_in_place", of="error", lesson="leaf-in-place")
def leaf_in_place(index: TraceIndex) -> Finding | None:
    """Explain a write to a leaf that requires a gradient, or to a view of one."""
    texts = (
        "a leaf Variable that requires grad is being used in an in-place operation",
        "a view of a leaf Variable that requires grad is being used in an in-place operation",
    )
    found = by_message(index, "leaf_in_place", *texts, *(_VIEW_IS_WRITTEN if _is_view_of_leaf(index) else ()))
    if found is None or found.line is None:
        return found
    message = "why.leaf_in_place.told_of_view" if _is_view_of_leaf(index) else "why.leaf_in_place.told"
    return replace(found, told=say(message, line=found.line, text=index.source.line(found.line), name=found.name))


def _is_view_of_leaf(index: TraceIndex) -> bool:
    """Return whether what the failing line is about is a view of a leaf that requires a gradient."""
    tensors = index.trace.steps[-1].tensors if index.trace.steps else None
    base = index.trace.tensors[tensors[0]].base if tensors else None
    return base is not None and index.is_trainable(base)


# ---- what was freed


@finding("graph_freed", of="error", lesson="second-backward")
def graph_freed(index: TraceIndex) -> Finding | None:
    """Explain a second pass over a graph that is freed: which pass freed it."""
    if not says(index, "second time"):
        return None
    trace, fn = index.trace, failing_node(index)
    freed = [s for s in trace.steps if s.kind == "free" and fn is not None and trace.fns[s.fn] is fn]
    if not freed:
        return failure(index, "graph_freed", trace.error.line)
    run = trace.passes[freed[-1].run]
    what = fn.name if fn.op is None else trace.ops[fn.op].text or fn.name
    carrier = _carrier(index, fn) if run.line == trace.error.line else None
    scopes = (index.scope_of_pass(run) for run in (freed[-1].run, len(trace.passes) - 1))
    again, now = map(index.iteration_text, scopes)
    text = say(
        "why.graph_freed.told",
        line=trace.error.line,
        now=now,
        node=fn.name,
        operation=what,
        saved_line=fn.line,
        freed_line=run.line,
        again=again,
    )
    advice = _price(index, freed[-1].run)
    if carrier is not None:
        told, advice = _carried(index, carrier)
        text += told
    roots = [root.tensor for root in trace.passes[-1].roots if root.tensor is not None]
    at = None if fn.op is None else trace.ops[fn.op].outputs[0]
    root = roots[0] if roots else None
    lines = {"pass_line": trace.error.line, "saved_line": fn.line, "freed_line": run.line}
    return replace(failure(index, "graph_freed", run.line, text, root, at, **lines), advice=advice)


def _price(index: TraceIndex, run: int) -> str:
    """Return what to do where a pass has freed what another one needs, and what it would cost to keep it."""
    trace, memories = index.trace, {}
    for step in trace.steps:
        saved = trace.fns[step.fn].saved if step.kind == "free" and step.run == run else ()
        for entry in (trace.tensors[one.tensor] for one in saved if one.tensor is not None):
            own = ("tensor", entry.identity) if entry.memory is None else ("memory", entry.memory)
            memories[own] = max(memories.get(own, 0), bytes_of(trace.values[entry.value]))
    total, line = sum(memories.values()), trace.passes[run].line
    if not total:
        return say("why.graph_freed.again", line=line)
    return say("why.graph_freed.again_or_keep", line=line, size=bytes_text(total))


def _carried(index: TraceIndex, carrier: int) -> tuple[str, str]:
    """Return what became of a tensor that later iterations use, and what to do about it."""
    entry = index.trace.tensors[carrier]
    whole = entry.names[-1].partition("[")[0]
    loops = index.loop_lines(index.scope_of_pass(len(index.trace.passes) - 1))
    if loops and not loops & index.loop_lines(entry.scope):
        text = " " + say("why.graph_freed.before_loop", line=entry.line, name=whole)
        return text, say("why.graph_freed.before_loop_advice", name=whole)
    assigned = index.source.assigned_at(whole, index.trace.error.line)
    line = max(filter(None, (entry.line, assigned)), default=None)
    text = " " + say("why.graph_freed.carried", name=whole, line=line)
    return text, _advice_on(index, entry.names[-1], line)


def carried_name(index: TraceIndex) -> str | None:
    """Return the variable that carries the graph of an iteration over to the next, if detaching it once cuts that off."""
    fn = failing_node(index)
    carrier = None if fn is None else _carrier(index, fn)
    if carrier is None:
        return None
    entry = index.trace.tensors[carrier]
    loops = index.loop_lines(index.scope_of_pass(len(index.trace.passes) - 1))
    is_of_loop = not loops or loops & index.loop_lines(entry.scope)
    name = entry.names[-1]
    return name if is_of_loop and name.isidentifier() and not index.source.is_added_to(name, entry.line) else None


def _carrier(index: TraceIndex, fn: Fn) -> int | None:
    """Return the last tensor with a name between a node and where the failing pass starts that an earlier iteration made."""
    trace = index.trace
    roots = {root.tensor for root in trace.passes[-1].roots if root.tensor is not None}
    done = max((i for i, s in enumerate(trace.steps) if s.kind == "end" and s.how != "error"), default=-1)
    is_old = any(trace.tensors[root].step <= done for root in roots)  # what the pass starts at, all of it
    starts = [] if fn.op is None or is_old else trace.ops[fn.op].outputs
    way = next((way for t in starts if (way := cuts_of(index).onward_way(t, roots)) is not None), [])
    tensors = [t for link in way for t in (link.source, link.target)]
    kept = [t for t in tensors if trace.tensors[t].names and trace.tensors[t].step <= done]
    return kept[-1] if kept else None


def _advice_on(index: TraceIndex, name: str, line: int | None) -> str:
    """Return what to do about a variable that carries a graph over: of a sum of losses, to add numbers."""
    whole, bracket, _ = name.partition("[")
    if index.source.is_added_to(name, line):
        return say("why.graph_freed.sum_advice", name=name, line=line)
    how = say("why.graph_freed.detach_each") if bracket else f"{name} = {name}.detach()"
    return say("why.graph_freed.carried_advice", name=whole, how=how)
