"""Leaving the graph: what continues as numbers alone, so that no gradient comes back."""

from __future__ import annotations

from ...cuts import Link
from ...finding import Evidence, finding, known
from ...index import TraceIndex

_LONGEST = 40  # characters of an expression in a sentence

Said = tuple[str, Evidence]


@finding(
    "late_requires_grad",
    of="cut",
    rule="Only what is computed after requires_grad was set is recorded.",
    remedy="Set requires_grad before the forward pass.",
    lesson="leaf-and-non-leaf",
)
def late_requires_grad(index: TraceIndex, link: Link) -> Said | None:
    """Say that requires_grad was set after the use."""
    cut, source = link.cut, index.title(link.source)
    text = f"{_where(index, link)} computes {cut.text} from {source}, and line {cut.line} sets its requires_grad only afterwards."
    return (text, known(computed_line=cut.at, flag_line=cut.line)) if cut.cause == "late_requires_grad" else None


@finding(
    "no_grad",
    of="cut",
    rule="Under torch.no_grad() operations are not recorded, so their results have no history.",
    remedy="Move what has to be differentiated out of the block, or switch recording on before it.",
    lesson="detach-or-data",
)
@finding(
    "inference_mode",
    of="cut",
    rule="Under torch.inference_mode() operations are not recorded, and their results can never be part of a graph.",
    remedy="Move what has to be differentiated out of the block.",
    lesson="detach-or-data",
)
def unrecorded(index: TraceIndex, link: Link) -> Said | None:
    """Say that nothing was recorded: by a mode, from a line on or in a block, or by a draw."""
    cut, source = link.cut, index.title(link.source)
    if cut.cause not in ("no_grad", "inference_mode"):
        return None
    if cut.cause == "no_grad" and cut.is_sample:
        text = f"{_where(index, link)} draws {cut.text}, which depends on {source}: sample() records nothing."
        return text, known(computed_line=cut.at)
    text = f"{_where(index, link)} computes {cut.text} from {source}"
    if cut.cause == "no_grad" and "set_grad_enabled" in index.source.line(cut.line):
        text += f" after line {cut.line} has switched recording off."
        return text, known(computed_line=cut.at, mode_line=cut.line)
    entered = cut.line if cut.at is not None and cut.at != cut.line else None
    text += f" under {cut.cause}{'' if entered is None else f' (entered in line {entered})'}."
    return text, known(computed_line=cut.at, mode_line=entered)


@finding(
    "item",
    of="cut",
    rule="item(), float() and int() give a Python number, which has no history.",
    remedy="Keep computing with the tensor; take the number only to show it.",
    lesson="no-grad-fn",
)
@finding(
    "tolist",
    of="cut",
    rule="tolist() gives Python numbers, which have no history.",
    remedy="Keep computing with the tensor; torch.stack and torch.cat combine tensors.",
    lesson="no-grad-fn",
)
@finding(
    "numpy",
    of="cut",
    rule="NumPy arrays have no history: what they hold is a constant to autograd.",
    remedy="Compute with PyTorch's functions instead.",
    lesson="no-grad-fn",
)
@finding(
    "new_tensor",
    of="cut",
    rule="torch.tensor() copies numbers into a new leaf, which has no record of where they came from.",
    remedy="Use the tensor itself, or torch.stack and torch.cat to combine several.",
    lesson="no-grad-fn",
)
def numbers_taken(index: TraceIndex, link: Link) -> Said | None:
    """Say that a line continues with numbers alone."""
    cut = link.cut
    if cut.cause not in ("item", "tolist", "numpy", "new_tensor"):
        return None
    taken = cut.taken if 0 < len(cut.taken) <= _LONGEST else index.title(link.source)
    text = f"Line {cut.line} takes the numbers of {taken} out of the graph: {index.source.line(cut.line)}."
    return text, known(cut_line=cut.line)


@finding(
    "data",
    of="cut",
    rule="`.data` gives the same numbers without their history, so no gradient goes back through it.",
    remedy="Use the tensor itself; where a cut is meant, write detach().",
    lesson="detach-or-data",
)
def data(index: TraceIndex, link: Link) -> Said | None:
    """Say that `.data` was read."""
    cut = link.cut
    text = (
        f"Line {cut.line} continues with only the numbers of {index.title(link.source)}: {index.source.line(cut.line)}."
    )
    return (text, known(cut_line=cut.line)) if cut.cause == "data" else None


@finding(
    "detach",
    of="cut",
    rule="detach() returns the same numbers without their history, so no gradient goes back through it.",
    remedy="Remove it where the gradient must pass; keep it for values that are only shown or compared.",
    lesson="detached-factor",
)
@finding(
    "integer",
    of="cut",
    rule="Only floating-point and complex numbers can have gradients; a conversion to integers or bools is a cut.",
    remedy="Keep floating-point numbers on the way from the parameters to the loss.",
    lesson="no-grad-fn",
)
@finding(
    "comparison",
    of="cut",
    rule="A comparison gives True or False, which does not change with small changes of its inputs: it has no gradient.",
    remedy="Use a smooth measure as the loss, such as cross-entropy, and the comparison only to report.",
    lesson="no-grad-fn",
)
@finding(
    "argmax",
    of="cut",
    rule="An index does not change with small changes of the numbers: argmax and similar operations have no gradient.",
    remedy="Use softmax or the largest value itself, and the index only to report.",
    lesson="no-grad-fn",
)
@finding(
    "not_differentiable",
    of="cut",
    rule="The operation has no derivative, or its author marked its output as not differentiable.",
    remedy="Use an operation that has one.",
)
def without_history(index: TraceIndex, link: Link) -> Said:
    """Say that the result of an operation has no history, whatever the reason."""
    made = f"{link.cut.text} from {index.title(link.source)}"
    return f"{_where(index, link)} computes {made}, and the result has no history.", known(computed_line=link.cut.at)


def _where(index: TraceIndex, link: Link) -> str:
    """Return the line that a cut is in, and the Module."""
    return f"Line {link.cut.at}{index.module_text(index.trace.tensors[link.target].scope)}"
