"""Long recordings: a page shows parts of them, and says what is left out."""

import io

import pytest

from autograd_engine.run.program import run
from autograd_engine.trace.schema import TraceLimits, to_json
from autograd_studio.answering.request import Request
from autograd_studio.answering.trace_size import fitted
from autograd_studio.sandbox.answer.references import check_references
from autograd_studio.view.chapters import shortening
from autograd_studio.view.layout.graphviz import place

from ..support.payloads import payload

ALL = TraceLimits(operations=10**9, steps=10**9)

TRAINING = """
import torch
torch.manual_seed(0)
w = torch.ones(2, requires_grad=True)
x = torch.tensor([0.5, 0.25])
for i in range(40):
    hidden = torch.tanh(w * x)
    loss = hidden.sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
    print(i)
"""
CARRIED = """
import torch
w = torch.ones(2, requires_grad=True)
h = torch.zeros(2)
for i in range(30):
    h = torch.sin(h * w + 1)
    h.sum().backward(retain_graph=True)
    w.grad = None
"""
STRAIGHT = "import torch\nw = torch.ones(2, requires_grad=True)\n" + "(w * w).sum().backward()\nw.grad = None\n" * 30
FORWARD = "import torch\nx = torch.ones(2)\n" + "x = x * 2\n" * 300
INTO_NAN = TRAINING.replace("loss = hidden.sum()", "loss = hidden.sum() * (float('nan') if i == 20 else 1)")
FAILING = TRAINING.replace("    print(i)", "    print(i)\n    if i == 39: w @ torch.ones(3)")


LONG = 200


def shortened(trace, middle=None):
    return shortening.shortened(trace, LONG, middle)


def traced(source):
    return run(source, trace_limits=ALL, stdout=io.StringIO(), stderr=io.StringIO()).trace


def gaps(trace):
    return [(i, step) for i, step in enumerate(trace.steps) if step.kind == "omitted" and step.run is None]


def told(trace, step):
    """What a step says, without an index."""

    def value(index):
        return None if index is None else (trace.values[index].shape, trace.values[index].data)

    def scopes(index):
        return [] if index is None else [trace.scopes[index].number, *scopes(trace.scopes[index].parent)]

    op = None if step.op is None else trace.ops[step.op]
    return (
        step.kind, step.line, step.awaited, scopes(step.scope), None if step.fn is None else trace.fns[step.fn].name,
        op and (op.name, op.text, [value(trace.tensors[t].value) for a in op.inputs for t in a.tensors or ()]),
        [value(i) for i in (step.value, step.before, step.after, *(step.incoming or ()), *(step.outgoing or ()))],
        None if step.tensor is None else (trace.tensors[step.tensor].names, value(trace.tensors[step.tensor].value)),
    )  # fmt: skip


@pytest.mark.parametrize("source", [TRAINING, STRAIGHT, FORWARD, INTO_NAN, FAILING])
def test_what_is_shown_is_what_happened(source):
    whole = traced(source)
    found = shortened(whole)
    check_references(found)
    parts = [told(whole, step) for a, b in shortening.shown_parts(whole, LONG) for step in whole.steps[a:b]]
    assert [told(found, step) for step in found.steps if step.kind != "omitted"] == parts
    assert len(found.steps) < len(whole.steps) - 50
    assert "".join(text for _, text in found.stdout) == "".join(text for _, text in whole.stdout)
    shown = len({step.op for step in found.steps} - {None}) + sum(step.count for _, step in gaps(found))
    assert shown == len(whole.ops)
    assert payload(found, place)["steps"]


def test_whole_iterations_are_shown():
    found = shortened(traced(TRAINING))
    (at, gap), *more = gaps(found)
    before, after = found.scopes[found.steps[at - 1].scope].number, found.scopes[found.steps[at + 1].scope].number
    assert not more
    assert (before + 1, after, gap.passes) == (4, 38, 34)
    assert found.stdout[3] == (at - 1, "3\n")
    assert found.stdout[4] == (at, "".join(f"{i}\n" for i in range(4, 38)))


def test_a_parameter_goes_on_as_a_new_state():
    found = shortened(traced(TRAINING))
    ((at, _),) = gaps(found)
    states = [t for t in found.tensors if t.names == ["w"]]
    assert len({t.identity for t in states}) == 1
    assert [t.step for t in states if t.op is None] == [0, at]


def test_where_a_gradient_ceases_to_be_finite_is_shown():
    found = shortened(traced(INTO_NAN))
    (first, _), (second, _) = gaps(found)
    numbers = {found.scopes[s.scope].number for s in found.steps[first + 1 : second] if s.scope is not None}
    assert numbers == {19, 20}


def test_a_part_from_the_middle_is_shown_too():
    whole = traced(TRAINING)
    found = shortened(whole, middle=20)
    check_references(found)
    (first, one), (second, other) = gaps(found)
    numbers = [found.scopes[s.scope].number for s in found.steps[first + 1 : second] if s.scope is not None]
    assert numbers[0] == 20
    assert one.passes + other.passes + len(found.passes) == 40
    assert shortened(whole, middle=400) == shortened(whole)


def test_what_takes_too_many_bytes_is_shortened_more():
    whole = traced(TRAINING)
    sizes = [len(to_json(fitted(whole, Request(TRAINING), most))) for most in (1 << 20, 200_000, 0)]
    assert sizes[0] > 200_000 > sizes[1] > sizes[2]


def test_the_error_is_the_last_step():
    found = shortened(traced(FAILING))
    assert found.steps[-1].kind == "error"
    assert found.error.line == 14


def test_a_pass_counts_the_nodes_that_are_left_out():
    whole = traced(CARRIED)
    found = shortened(whole)
    check_references(found)
    last = max(step.run for step in found.steps if step.run is not None)
    counts = [step.count for step in found.steps if step.kind == "omitted" and step.run == last]
    ran = [step for step in found.steps if step.run == last and step.kind == "run"]
    all_ran = [step for step in whole.steps if step.run == len(whole.passes) - 1 and step.kind == "run"]
    assert counts
    assert sum(counts) + len(ran) == len(all_ran)
    assert [step.kind for step in found.steps if step.run == last][-1] == "end"
    assert payload(found, place)["steps"]


def test_a_short_one_is_shown_whole():
    trace = traced(TRAINING.replace("range(40)", "range(5)"))
    assert shortened(trace) is trace


def test_what_is_shortened_already_stays_as_it_is():
    trace = shortened(traced(TRAINING))
    trace.steps *= 2
    assert shortened(trace) is trace


def test_where_requires_grad_was_set_is_counted_in_the_steps_that_are_shown():
    source = TRAINING.replace("    print(i)", "    x.requires_grad_(i == 39)")
    whole = traced(source)
    short = shortened(whole)
    for trace in (whole, short):
        (x,) = [tensor for tensor in trace.tensors if tensor.names == ["x"]]
        line, kind = trace.steps[x.flagged[0] - 1].line, trace.steps[x.flagged[0] - 1].kind
        assert (line, kind) == (12, "grad"), "the last step before it"
