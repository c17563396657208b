"""Leaves that no gradient reaches, or that keep none: no pass, another root, a cut on the way, or a cleared gradient."""

from __future__ import annotations

from autograd_engine.trace.schema import Pass, Step

from ....catalogue import say
from ...cuts import BY_DEPARTURE, Link, cuts_of
from ...finding import Finding, explains, finding, known
from ...index import TraceIndex, inputs_of
from .gaps import Gap, at_cut, first_sentence, frozen_at, none


@finding("cleared", of="missing", lesson="grad-until-cleared")
def cleared(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that cleared a gradient before anything used it."""
    tensor, read = gap.tensor, gap.read
    received = index.received(index.trace.tensors[tensor].identity)
    if not received:
        return None
    events = index.events[index.trace.tensors[tensor].identity]
    clears = [e for e in events if e.kind == "clear"]
    until = read.step if read is not None else clears[-1].step if clears else received[-1].step + 1
    last = max((e for e in received if e.step < until), key=lambda e: e.step)
    clear = next((e for e in clears if e.step > last.step), None)
    line = None if clear is None else clear.line
    text = say("why.cleared.told", pass_line=last.line, line=line)
    if read is not None or received[-1] is last:
        return none(index, gap, line, "cleared", text, pass_line=last.line, cleared_line=line)
    name = index.title(tensor)
    optimizer = index.name_of(index.optimizer_of(tensor))
    step = f"{optimizer}.step()" if optimizer else "step()"
    told = say("why.cleared.at_each_step", name=name, step=step, cause=text)
    advice = say("why.cleared.advice", step=step)
    evidence = known(pass_line=last.line, cleared_line=line)
    return Finding(name, "none", line, "cleared", told, tensor, evidence=evidence, advice=advice)


@finding("autograd_grad", of="missing", lesson="grad-or-backward")
def autograd_grad(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that torch.autograd.grad returned the gradient."""
    is_returned = index.trace.tensors[gap.tensor].identity in index.returned
    if _passes(index) or not is_returned:
        return None
    line = next(run.line for run in index.trace.passes if run.kind == "grad")
    text = say("why.autograd_grad.told", line=line)
    return none(index, gap, line, "autograd_grad", text, pass_line=line)


def _passes(index: TraceIndex) -> list[Pass]:
    return [run for run in index.trace.passes if run.kind == "backward"]


@explains("missing")
def cut_before_refusal(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the cut between a leaf and the root of a pass that could not start."""
    refused = _refused_pass(index)
    if refused is None:
        return None
    way = cuts_of(index).way(gap.tensor, index.all_states(set(refused.tensors or ())))
    cut = next((link for link in way or () if link.cut), None)
    if cut is None:
        return None
    after = " " + say("why.no_backward.not_started_so", line=refused.line)
    return at_cut(index, gap, cut, after=after, pass_line=refused.line)


def _refused_pass(index: TraceIndex) -> Step | None:
    """Return the step of a pass that could not start, None if there was one that did."""
    refused = (step for step in index.trace.steps if (step.kind, step.how) == ("refuse", None))
    return None if _passes(index) else next(refused, None)


@finding("no_backward", of="missing", lesson="grad-or-backward")
def no_backward(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that no backward pass has run, or why it could not."""
    if _passes(index):
        return None
    refused = _refused_pass(index)
    if refused is not None:
        text = say("why.no_backward.not_started", line=refused.line, error=first_sentence(refused))
        return none(index, gap, refused.line, "no_backward", text, pass_line=refused.line)
    line = index.trace.tensors[gap.tensor].line
    text = say("why.no_backward.not_called", name=index.title(gap.tensor))
    text = say("why.no_backward.none_run") if line is None else text
    return none(index, gap, line if gap.read is None else gap.read.line, "no_backward", text)


@explains("missing")
def replaced(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that made a new tensor in the place of one that an optimizer has."""
    new = _successor(index, gap.tensor) if _is_unused(index, gap) else None
    if new is None:
        return None
    line = _made_at(index, new, _last_pass(index).line)
    if line is not None:
        text = say("why.not_in_optimizer.replaced", line=line)
        return none(index, gap, line, "not_in_optimizer", text, new, created_line=line)
    used = next((op.line for op in index.trace.ops if op.line is not None and new in inputs_of(op)), None)
    if used is None:
        return None
    text = say("why.not_in_optimizer.replaced_unseen", line=used)  # as by a copy that PyTorch makes out of sight
    return none(index, gap, used, "not_in_optimizer", text, new)


@explains("missing")
def taken(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that takes the numbers of a leaf out of the graph, before any operation uses it."""
    name = index.title(gap.tensor)
    found = index.source.departures.taking(name) if _is_unused(index, gap) else None
    if found is None:
        return None
    text = say("why.cut.taken", line=found.line, name=name, text=index.source.line(found.line))
    return none(index, gap, found.line, BY_DEPARTURE[found.how], text, cut_line=found.line)


@explains("missing")
def through_a_gradient(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame a pass that was not recorded, and through whose result alone the loss was computed from a leaf."""
    gradient = _gradient_between(index, gap.tensor) if _is_elsewhere(index, gap) else None
    if gradient is None:
        return None
    unrecorded, result, name = index.unrecorded_pass(gradient), index.title(gradient), index.title(gap.tensor)
    text = say("why.create_graph.only_through", root=_start(index), name=name, result=result, line=unrecorded.line)
    return none(index, gap, unrecorded.line, "create_graph", text, gradient, pass_line=unrecorded.line)


@explains("missing")
def replaced_whole(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that a variable got another module, which learns nothing, after an optimizer was made for the one before."""
    leaf, entry = gap.tensor, index.trace.tensors[gap.tensor]
    module, dot, _ = index.title(leaf).partition(".")
    optimizer = index.optimizer_of(leaf)
    if not dot or optimizer is None or not _is_unused(index, gap):
        return None
    for line in index.source.assigned_after(module, optimizer.line):
        made = [
            t for t in index.leaves if index.trace.tensors[t].line == line and index.title(t).startswith(f"{module}.")
        ]
        events = [index.events.get(index.trace.tensors[t].identity, []) for t in made]
        if any(e.kind == "add" for some in events for e in some) and not any(
            e.is_update for some in events for e in some
        ):
            text = say(
                "why.not_in_optimizer.replaced_whole",
                line=line,
                module=module,
                given_line=optimizer.line,
                made=entry.line,
            )
            return none(index, gap, line, "not_in_optimizer", text, given_line=optimizer.line)
    return None


@finding("not_in_loss", of="missing", lesson="grad-or-backward")
def not_in_loss(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that a pass started at something that was not computed from the leaf."""
    if not _is_elsewhere(index, gap):
        return None
    name, run, is_unused = index.title(gap.tensor), _last_pass(index), _is_unused(index, gap)
    onward = say("why.not_in_loss.unused_results", name=name)
    also = say("why.not_in_loss.no_operation", name=name) if is_unused else onward
    text = say("why.not_in_loss.told", line=run.line, root=_start(index), name=name, uses=also)
    line = index.trace.tensors[gap.tensor].line if is_unused else run.line
    return none(index, gap, line, "not_in_loss", text, pass_line=run.line)


def _way(index: TraceIndex, gap: Gap) -> list[Link] | None:
    """Return the way from a leaf to where a pass started, None if there is none."""
    return cuts_of(index).way_to_root(gap.tensor)


def _is_elsewhere(index: TraceIndex, gap: Gap) -> bool:
    """Return whether no pass started at what was computed from a leaf."""
    return _way(index, gap) is None


def _is_unused(index: TraceIndex, gap: Gap) -> bool:
    """Return whether a leaf is not in the loss, nor in anything else."""
    states = index.states[index.trace.tensors[gap.tensor].identity]
    return _is_elsewhere(index, gap) and not any(index.users.get(t) for t in states)


def _last_pass(index: TraceIndex) -> Pass:
    return _passes(index)[-1]


def _start(index: TraceIndex) -> str:
    """Return what the last pass started at."""
    root = _last_pass(index).roots[0].tensor
    return say("why.not_in_loss.root") if root is None else index.title(root)


def _gradient_between(index: TraceIndex, leaf: int) -> int | None:
    """Return the result of an unrecorded pass that the loss was computed from, and that was computed from a leaf."""
    used = index.once(_gradients_in_loss).items()
    return next((gradient for gradient, starts in used if cuts_of(index).way(leaf, starts) is not None), None)


def _gradients_in_loss(index: TraceIndex) -> dict[int, set[int]]:
    """Return the results of unrecorded passes that the loss was computed from, and what these passes started at."""
    found = {}
    for gradient in index.users:
        run = index.unrecorded_pass(gradient)
        starts = set() if run is None else {root.tensor for root in run.roots if root.tensor is not None}
        if starts and cuts_of(index).onward_way(gradient, index.roots) is not None:
            found[gradient] = starts
    return found


def _successor(index: TraceIndex, leaf: int) -> int | None:
    """Return the leaf that a program made in the place of one that an optimizer trains, and that nothing updates."""
    entry = index.trace.tensors[leaf]
    if leaf not in index.trained or not index.trace.optimizers:
        return None
    for new in index.leaves:
        other = index.trace.tensors[new]
        shapes = index.value(new).shape, index.value(leaf).shape
        is_put_there = is_put_in_place(index, other.line, entry.names) and len(shapes[0]) == len(shapes[1])
        is_alike = not other.names and (shapes[0] == shapes[1] or is_put_there)
        if (
            new > leaf
            and (is_alike or set(other.names) & set(entry.names) or _is_copy(index, new, leaf))
            and index.received(other.identity)
            and not any(event.is_update for event in index.events[other.identity])
        ):
            return new
    return None


def _made_at(index: TraceIndex, leaf: int, before: int | None) -> int | None:
    """Return the line that made a leaf; where only that of what it belongs to is known, the one that gave that its name."""
    entry = index.trace.tensors[leaf]
    owners = [name.partition(".")[0] for name in entry.names]
    lines = [index.source.assigned_at(owner, before) for owner in owners]
    return entry.line or next((line for line in lines if line is not None), None)


def _is_copy(index: TraceIndex, new: int, leaf: int) -> bool:
    """Return whether a leaf was made with the numbers of another one, as deepcopy() of a model makes it."""
    first, second = (index.states[index.trace.tensors[t].identity][0] for t in (leaf, new))
    return index.value(first) == index.value(second)


def is_put_in_place(index: TraceIndex, line: int | None, names: list[str]) -> bool:
    """Return whether a line puts something into a module, as `net[2] = nn.Linear(4, 2)` does, that has one of these names."""
    return index.source.line(line).startswith(tuple(f"{name.partition('.')[0]}[" for name in names))


@explains("missing")
def cut_on_the_way(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the first cut between a leaf and what a pass started at."""
    way = _way(index, gap)
    cut = next((link for link in way or () if link.cut), None)
    if cut is None:
        return None
    root = way[-1].target
    line = next(r.line for r in index.trace.passes if any(x.tensor in index.all_states({root}) for x in r.roots))
    after = " " + say("why.cut.after", line=line, name=index.title(root))
    return at_cut(index, gap, cut, after=after, pass_line=line)


@finding("function_none", of="missing", lesson="wrong-count")
def function_none(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame a custom backward on the way that returned None."""
    sources = {link.source for link in _way(index, gap)}
    for step in index.trace.steps:
        if step.kind == "run" and step.how == "end" and step.outgoing and None in step.outgoing:
            edges = index.trace.fns[step.fn].edges
            for edge, value in zip(edges, step.outgoing, strict=False):
                if value is None and edge.source is not None and edge.source in sources:
                    return _not_returned(index, gap, step, edge.input)
    return None


def _not_returned(index: TraceIndex, gap: Gap, step: Step, name: str) -> Finding:
    function = index.trace.fns[step.fn].name.removesuffix("Backward")
    line = index.source.return_of(function) or step.forward_line
    key = "why.function_none.no_return" if index.source.line(line).startswith("def ") else "why.function_none.told"
    text = say(key, function=function, name=name, line=step.forward_line)
    return none(index, gap, line, "function_none", text, applied_line=step.forward_line)


@explains("missing")
def stopped(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that the pass stopped with an error."""
    broken = next((s for s in index.trace.steps if s.kind == "end" and s.how == "error"), None)
    if broken is None:
        return None
    text = say("why.no_backward.stopped", line=broken.line, error=first_sentence(broken))
    return none(index, gap, broken.line, "no_backward", text, pass_line=broken.line)


@explains("missing")
def frozen_in_the_pass(index: TraceIndex, gap: Gap) -> Finding | None:
    """Blame the line that had switched requires_grad off when the pass ran."""
    frozen = frozen_at(index, gap.tensor)
    text = say("why.frozen.in_pass", line=frozen)
    return None if frozen is None else none(index, gap, frozen, "frozen", text, frozen_line=frozen)


@finding("not_in_inputs", of="missing", lesson="grad-or-backward")
def not_in_inputs(index: TraceIndex, gap: Gap) -> Finding | None:
    """Say that the pass was asked for the gradients of other tensors."""
    run = next(iter(reversed(_passes(index))), None)
    if run is None or not run.inputs:
        return None
    names = ", ".join(index.title(t) for t in run.inputs)
    text = say("why.not_in_inputs.told", line=run.line, names=names)
    return none(index, gap, run.line, "not_in_inputs", text, pass_line=run.line)


@explains("missing")
def not_yet(index: TraceIndex, gap: Gap) -> Finding:
    """Say that no pass has come here, where nothing else is known."""
    line = index.trace.tensors[gap.tensor].line if gap.read is None else gap.read.line
    return none(index, gap, line, "no_backward", say("why.no_backward.not_reached"))
