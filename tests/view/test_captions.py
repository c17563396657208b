"""Captions: each step of every program has one short sentence, with its own names and numbers, and belongs to a beat."""

import io
import json
import math
import re

import pytest

from autograd_engine.run import program
from autograd_engine.run.options import Nudge
from autograd_engine.trace.schema import Step, Trace
from autograd_studio.view.payload.frames import groups
from autograd_studio.view.payload.sheets import sheets_of
from autograd_studio.why.numbers import number_text

from ..support.corpus import PROGRAMS
from ..support.payloads import nudged_run, payload
from ..support.pictures import traced

TOUR = """import torch
x = torch.tensor(3.0, requires_grad=True)
c = torch.tensor(2.0, requires_grad=True)
y = x * x + x + torch.log(c)
y.backward()
"""
TWICE = """import torch
x = torch.tensor(3.0, requires_grad=True)
h = x * x
a = h + 1
b = h * 2
a.backward()
b.backward()
"""


def told(source: str) -> list[dict]:
    return payload(traced(source))["steps"]


def captions(source: str, kind: str) -> list[str]:
    return [plain(step["caption"]) for step in told(source) if step["kind"] == kind]


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def is_caption(text: str) -> bool:
    return 1 <= len(text.split()) <= 16 and text.endswith(".")


NUMBER = re.compile(r"(?<![\w.\])}…])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w…]|\.\d)")


def numbers_of(trace: Trace, values: list[int | None]) -> set[str]:
    """Return the numbers of values as they are written, and how many they are."""
    found = set()
    for value in filter(lambda one: one is not None, values):
        entry = trace.values[value]
        found |= {number_text(x) for x in entry.data} | {str(len(entry.data))}
        size = 1
        for length in entry.shape:
            size *= length
        found.add(str(size))
    return found


def named_by(trace: Trace, step: Step) -> list[int | None]:
    """Return the values that a step is about: its own, those of its tensors and its operation, and of its pass's seeds."""
    found = [step.value, step.before, step.after, *(step.incoming or ()), *(step.outgoing or ())]
    tensors = [step.tensor, *(step.tensors or ())]
    if step.op is not None:
        operation = trace.ops[step.op]
        tensors += [*operation.outputs, *(t for argument in operation.inputs for t in argument.tensors or ())]
    if step.fn is not None:
        tensors += [one.tensor for one in trace.fns[step.fn].saved]
    if step.kind == "backward":
        found += [root.seed for root in trace.passes[step.run].roots]
    return [*found, *(trace.tensors[t].value for t in tensors if t is not None)]


def written_in(trace: Trace) -> set[str]:
    """Return the numbers that are in the program, in what its operations were given, and in what is counted."""
    texts = [trace.source, *(argument.text or "" for one in trace.ops for argument in one.inputs)]
    texts += [one.text or "" for fn in trace.fns for one in fn.saved] + [one.text for one in trace.tensors]
    written = re.findall(r"\d+(?:\.\d+)?(?:e-?\d+)?", " ".join(texts))
    return {*written, *(number_text(float(text)) for text in written), *map(str, range(13))}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_step_has_a_caption_of_at_most_sixteen_words_with_its_own_numbers(name):
    trace = traced(PROGRAMS[name])
    steps = sheets_of(trace).steps
    assert [step.caption for step in steps if not is_caption(step.caption)] == []
    assert [step.beat for step in steps if step.beat and not is_caption(step.beat)] == []
    assert not steps or steps[0].beat
    arrived: set[str] = set()
    known = written_in(trace)
    told = groups(trace.steps)
    for step, group in zip(steps, told, strict=True) if len(steps) == len(told) else ():
        own = numbers_of(trace, [value for one in group for value in named_by(trace, one)])
        arrived = arrived | own if step.phase == "backward" else own
        counts = {str(n) for one in group for n in (one.count, one.expected, one.awaited, one.line)}
        without_places = re.sub(r"(?<=[\w\]·)])\[[^\]]*\]", "", plain(step.caption))
        numbers = [
            number for number in NUMBER.findall(without_places) if number.removeprefix("-") not in known | counts
        ]
        assert [n for n in numbers if not is_told_by(float(n), arrived, group[0], trace)] == [], step.caption


def is_told_by(number: float, arrived: set[str], step: Step, trace: Trace) -> bool:
    """Return whether a number is one of values, the slope between two, how far a parameter moves, or how many are filled."""
    if number in {float(text) for text in arrived if NUMBER.fullmatch(text)}:
        return True
    if step.kind == "end":
        return number <= sum(one.kind == "accumulate" and one.run == step.run for one in trace.steps)
    pairs = [(a, b) for a in values_of(trace, step.outgoing) for b in values_of(trace, step.incoming)]
    ratios = [a / b for a, b in pairs if b]
    moves = [abs(a - b) for a in values_of(trace, [step.after]) for b in values_of(trace, [step.before])]
    return any(math.isclose(number, found, rel_tol=0.06 if moves else 1e-2) for found in ratios + moves)


def values_of(trace: Trace, values: list[int | None] | None) -> list[float]:
    return [float(x) for value in values or () if value is not None for x in trace.values[value].data]


def test_the_pass_of_the_tour_is_told_as_the_prototype_tells_it():
    steps = [step for step in told(TOUR) if step["phase"] == "backward"]
    assert [plain(step["beat"]) for step in steps if "beat" in step] == [
        "Backward starts at y with 1: y grows 1 for each 1 of y.",
        "A sum hands it on unchanged: 1 to x·x + x, 1 to torch.log(c).",
        "log sends grad ÷ c: its slope is 1 ÷ c.",
        "A sum hands it on unchanged: 1 to x·x, 1 to x.",
        "A product sends the other factor: 1 × 3, to each x.",
        "x was used three times: 1 + 3 + 3 = 7. That is x.grad.",
        "c.grad and x.grad are filled.",
    ]
    assert "x receives 3 and waits for 1 more." in [plain(step["caption"]) for step in steps]


def test_an_operation_is_told_with_its_numbers_unbroken():
    assert told(TOUR)[2]["caption"] == "Forward: x·x is 3\u00a0×\u00a03\u00a0=\u00a09."


def test_a_beat_begins_at_each_operation_node_and_sum_and_not_at_what_they_send():
    kinds = {step["kind"] for step in told(TOUR) if "beat" not in step}
    assert kinds == {"create", "arrive", "accumulate"}


def test_tensors_that_are_created_together_are_one_beat():
    first, second = told(TOUR)[:2]
    assert first["beat"] == "x and c are leaves: PyTorch will give each a gradient."
    assert "beat" not in second


def test_a_sum_that_is_not_the_last_to_arrive_leaves_the_next_arrival_a_beat_of_its_own():
    source = (
        "import torch\nx = torch.tensor(2.0, requires_grad=True)\nw = torch.tensor(3.0, requires_grad=True)\n"
        "y = x * 5 + x * w\ny.backward()\n"
    )
    beats = [
        plain(step["beat"]) for step in told(source) if step["kind"] in ("arrive", "accumulate") and "beat" in step
    ]
    assert any(beat.startswith("x was used twice") for beat in beats)


def test_a_second_pass_asks_for_the_factor_that_is_gone():
    last = told(TWICE)[-1]
    assert plain(last["caption"]) == "2 × what? The saved x is gone, so PyTorch stops here."
    assert [step["kind"] for step in told(TWICE) if step.get("beat") == last["caption"]] == ["end"]


def test_a_gradient_that_is_not_a_number_does_not_end_as_if_nothing_were():
    source = "import torch\nx = torch.tensor([0.0, 4.0], requires_grad=True)\n(x.sqrt() * 0).sum().backward()\n"
    assert captions(source, "end") == ["x.grad is NaN: a step with it makes the parameter NaN."]


def test_a_gradient_that_cannot_be_written_is_described():
    source = "import torch\n(torch.ones(2, requires_grad=True) * 2).sum().backward()\n"
    assert captions(source, "end") == ["the gradient of torch.ones(2, requires_gr… is filled."] or all(
        ").grad" not in caption for caption in captions(source, "end")
    )


def test_a_nudged_run_is_told_with_captions_that_do_not_change_its_shape():
    nudge = Nudge(4.0, creation=0)
    first, second = (nudged_run(program.run(TOUR, nudge=one, stdout=io.StringIO()).trace) for one in (None, nudge))
    assert first["shape"] == second["shape"]
    assert len(first["steps"]) == len(second["steps"])
    assert json.dumps(first["steps"]) != json.dumps(second["steps"])
    assert "Forward: x·x is 4 × 4 = 16." in [plain(step["caption"]) for step in second["steps"]]


@pytest.mark.parametrize(
    ("lines", "caption"),
    [
        ("x -= 0.1 * x.grad", "PyTorch refuses to overwrite x: it is a leaf, and recording is on."),
        ("y = x * torch.ones(2)\ny.backward()", "y has 2 numbers: backward() must be told how much each counts."),
        ("torch.tensor(1.0).backward()", "torch.tensor(1.0) has no history: backward() finds no way to any leaf."),
        (
            "h = x.exp()\ny = h * 1\nh.add_(1)\ny.backward()",
            "exp needs h as it was, but it was overwritten: PyTorch stops here.",
        ),
        ("nothing", "Line 6 fails with NameError."),
    ],
)
def test_an_error_says_what_was_refused(lines, caption):
    assert plain(told(f"{TOUR}{lines}\n")[-1]["caption"]) == caption


def test_what_is_not_python_is_said_to_be_that():
    assert told("import torch\nx = torch.ones(2\n")[-1]["caption"] == "Line 2 is not valid Python, so nothing has run."


def test_a_seed_of_ones_own_is_said_to_be_weights():
    source = (
        "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 2\n"
        "weights = torch.tensor([0.1, 1.0])\ny.backward(weights)\n"
    )
    assert "weights says how much each number of y counts: [0.1, 1]." in captions(source, "create")


def test_the_same_gradient_to_the_same_tensor_is_said_once():
    (said,) = (step["say"] for step in told(TOUR) if "MulBackward0 (line" in step["say"])
    assert "To x, twice: grad × x = 3 for each use." in said
    assert said.count("To x") == 1


def test_the_end_of_a_pass_with_nan_links_its_reason():
    source = "import torch\nx = torch.tensor([0.0, 4.0], requires_grad=True)\n(x.sqrt() * 0).sum().backward()\n"
    found = payload(traced(source))
    (end,) = (step for step in found["steps"] if step["kind"] == "end")
    assert found["reasons"][end["reason"]]["what"] == "nan"


def test_an_error_links_its_reason():
    found = payload(traced(TWICE))
    assert found["reasons"][found["steps"][-1]["reason"]]["cause"] == "graph_freed"
