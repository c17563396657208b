"""Leaving the graph: what continues as numbers alone, so that no gradient comes back."""

from __future__ import annotations

from ....catalogue import say
from ...cuts import Link
from ...finding import Evidence, finding, known
from ...index import TraceIndex

_LONGEST = 40  # characters of an expression in a sentence

Said = tuple[str, Evidence]


@finding("late_requires_grad", of="cut", lesson="leaf-and-non-leaf")
def late_requires_grad(index: TraceIndex, link: Link) -> Said | None:
    """Say that requires_grad was set after the use."""
    cut, source = link.cut, index.title(link.source)
    text = say(
        "why.late_requires_grad.told", where=_where(index, link), expression=cut.text, source=source, line=cut.line
    )
    return (text, known(computed_line=cut.at, flag_line=cut.line)) if cut.cause == "late_requires_grad" else None


@finding("no_grad", of="cut", lesson="detach-or-data")
@finding("inference_mode", of="cut", lesson="detach-or-data")
def unrecorded(index: TraceIndex, link: Link) -> Said | None:
    """Say that nothing was recorded: by a mode, from a line on or in a block, or by a draw."""
    cut, source = link.cut, index.title(link.source)
    if cut.cause not in ("no_grad", "inference_mode"):
        return None
    if cut.cause == "no_grad" and cut.is_sample:
        text = say("why.no_grad.sampled", where=_where(index, link), expression=cut.text, source=source)
        return text, known(computed_line=cut.at)
    parts = {"where": _where(index, link), "expression": cut.text, "source": source}
    if cut.cause == "no_grad" and "set_grad_enabled" in index.source.line(cut.line):
        return say("why.no_grad.switched_off", **parts, line=cut.line), known(computed_line=cut.at, mode_line=cut.line)
    entered = cut.line if cut.at is not None and cut.at != cut.line else None
    text = say(
        "why.no_grad.inside" if entered is None else "why.no_grad.entered", **parts, mode=cut.cause, line=entered
    )
    return text, known(computed_line=cut.at, mode_line=entered)


@finding("item", of="cut", lesson="no-grad-fn")
@finding("tolist", of="cut", lesson="no-grad-fn")
@finding("numpy", of="cut", lesson="no-grad-fn")
@finding("new_tensor", of="cut", lesson="no-grad-fn")
def numbers_taken(index: TraceIndex, link: Link) -> Said | None:
    """Say that a line continues with numbers alone."""
    cut = link.cut
    if cut.cause not in ("item", "tolist", "numpy", "new_tensor"):
        return None
    taken = cut.taken if 0 < len(cut.taken) <= _LONGEST else index.title(link.source)
    text = say("why.cut.numbers_taken", line=cut.line, name=taken, text=index.source.line(cut.line))
    return text, known(cut_line=cut.line)


@finding("data", of="cut", lesson="detach-or-data")
def data(index: TraceIndex, link: Link) -> Said | None:
    """Say that `.data` was read."""
    cut = link.cut
    text = say("why.data.told", line=cut.line, name=index.title(link.source), text=index.source.line(cut.line))
    return (text, known(cut_line=cut.line)) if cut.cause == "data" else None


@finding("detach", of="cut", lesson="detached-factor")
@finding("integer", of="cut", lesson="no-grad-fn")
@finding("comparison", of="cut", lesson="no-grad-fn")
@finding("argmax", of="cut", lesson="no-grad-fn")
@finding("not_differentiable", of="cut")
def without_history(index: TraceIndex, link: Link) -> Said:
    """Say that the result of an operation has no history, whatever the reason."""
    made = say("why.cut.expression", expression=link.cut.text, source=index.title(link.source))
    return say("why.cut.told", where=_where(index, link), made=made), known(computed_line=link.cut.at)


def _where(index: TraceIndex, link: Link) -> str:
    """Return the line that a cut is in, and the Module."""
    return say("why.cut.where", line=link.cut.at, module=index.module_text(index.trace.tensors[link.target].scope))
