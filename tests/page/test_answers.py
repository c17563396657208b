"""What the module answers is what a server answers, field by field, and nothing of a run is left for the next."""

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from autograd_studio.answering import page
from autograd_studio.answering.limits import KIB
from autograd_studio.web import page_worker
from benchmarks.road import CASES, SEED

pytestmark = pytest.mark.thorough

LESSON = Path(__file__).parents[1] / "lessons" / "why-seven.md"

OTHER = """import random, warnings
import numpy
import torch
from torch import nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(7)
numpy.random.seed(3)
random.seed(5)
warnings.filterwarnings("ignore")
x = torch.randn(3, requires_grad=True)
x.register_hook(lambda grad: grad * 2)
nn.Linear.forward = lambda self, x: x
(x * numpy.random.rand()).sum().backward()
print(x.grad, random.random())
"""


def program(source, **beside):
    return {"route": "run", "program": source, "part": "all", "middle": None, **beside}


def natively(monkeypatch, asked):
    """Return what is answered to this by this very Python."""
    if sys.version_info < (3, 12):  # no program is stopped then
        monkeypatch.setattr(page, "stopped_after", lambda seconds: nullcontext())
    lines = [json.loads(line) for line in page_worker.answered(json.dumps(asked).encode()).splitlines()]
    return lines if len(lines) > 1 else lines[0]


@pytest.mark.parametrize("name", ["seed", "chain-60", "boxes-286"])
def test_a_run_is_told_as_it_is_natively(answers, monkeypatch, name):
    asked = program(CASES[name].format("out", "out"))
    (found,) = answers(asked)
    told = json.loads(found)
    assert told == natively(monkeypatch, asked)
    assert told["payload"]["engine"] == "graphviz"


def test_nudges_prompts_and_outlines_too(answers, monkeypatch):
    source = SEED.format("out", "out")
    asked = [
        {"route": "nudge", "program": source, "middle": None, "nudge": {"value": 5.0, "index": 1, "creation": 0}, "chapter": 0},
        {"route": "nudge", "program": source, "middle": None, "nudge": None, "chapter": None},
        {"route": "ask", "program": source, "middle": None, "expression": "x * 2", "step": 0, "finished": True},
        {"route": "ask", "program": source, "middle": None, "expression": "x +", "step": 0},
        {"route": "outline", "text": source},
        {"route": "outline", "text": "x = ("},
    ]  # fmt: skip
    found = [json.loads(one) for one in answers(*asked)]
    assert found == [natively(monkeypatch, one) for one in asked]
    assert "tensor([2., 4., 6.]" in found[2]["text"] and found[3]["is_error"]


def test_a_lesson_file_is_opened(answers, monkeypatch):
    text = LESSON.read_text(encoding="utf-8")
    asked = [
        {"route": "lesson", "lesson": one} for one in (text, text.replace("## made y", "## made z"), "import torch")
    ]
    found = [json.loads(one) for one in answers(*asked)]
    assert found == [natively(monkeypatch, one) for one in asked]
    assert [len(one["faults"]) for one in found] == [0, 1, 1]


def test_a_trace_can_be_taken_away(answers, monkeypatch):
    source = SEED.format("out", "out")
    asked = {"route": "save", "program": source, "middle": None}
    (found,) = answers(asked)
    assert json.loads(found) == natively(monkeypatch, asked)
    assert json.loads(json.loads(found)["text"])["source"] == source


OP = {
    "name": "Square",
    "forward": "ctx.save_for_backward(x)\nreturn x * x",
    "backward": "(x,) = ctx.saved_tensors\nreturn 2 * x * grad",
    "use": "x = torch.tensor([1.0, 2.0], requires_grad=True)\nSquare.apply(x).sum().backward()",
}
PROGRAM = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x * x\nz = y.sum()\n"


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ({"custom_op": OP}, None),
        ({"jacobian": {"program": PROGRAM, "output": "y", "input": "x", "line": 0}}, "jacobian"),
        ({"jacobian": {"program": PROGRAM, "output": "y ", "input": "(", "line": 0}}, "failed"),
        ({"jacobian": {"program": "x = (", "output": "y", "input": "x", "line": 0}}, "faults"),
        ({"practice": {"program": PROGRAM, "output": "z", "backward": "dx = 2 * x"}, "shown": ["x"]}, "marks"),
        ({"practice": {"program": PROGRAM, "output": "z", "backward": "dx = 1 / 0"}, "shown": []}, None),
    ],
)
def test_forms_are_checked_too(answers, monkeypatch, form, kind):
    asked = {"route": "check", **form}
    found = json.loads(answers(asked)[0])
    assert found == natively(monkeypatch, asked)
    assert kind in (None, found["kind"])


def test_two_runs_are_compared_too(answers, monkeypatch):
    asked = {
        "route": "compare",
        "left": PROGRAM + "z.backward()",
        "right": PROGRAM + "(z * 2).backward()",
        "on_torch": False,
    }
    found = [json.loads(line) for line in answers(asked)]
    assert [line.get("side", line["kind"]) for line in found] == ["left", "right", "comparison"]
    assert found == natively(monkeypatch, asked)
    (failed,) = answers({**asked, "right": "import sklearn"})
    assert json.loads(failed)["kind"] == "elsewhere"


def test_a_run_leaves_nothing_behind(answers):
    a, b = program(SEED.format("out", "out")), program(OTHER)
    first, other, again, other_again = answers(a, b, a, b)
    assert (first, other) == (again, other_again)
    assert json.loads(other)["status"] == "ok"


def test_a_program_is_bounded_as_on_a_server(answers):
    endless, greedy, loud, after = map(
        json.loads,
        answers(
            program(
                "import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).sum().backward()\nwhile True:\n    pass"
            ),
            program("x = [0]\nx = bytearray(1 << 30)"),
            program(f"print('a' * {300 * KIB})"),
            program("print(1)"),
        ),
    )
    assert (endless["status"], endless["error"]["type"]) == ("timeout", "Stopped")
    assert "accumulate" in [step["kind"] for step in endless["payload"]["steps"]]  # what it has recorded is shown
    assert greedy["status"] == "memory"
    assert len(loud["printed"]["stdout"]) < 260 * KIB and loud["status"] == "ok"
    assert (after["status"], after["printed"]["stdout"]) == ("ok", "1\n")


@pytest.mark.parametrize("source", ["import sklearn", "from pandas import DataFrame", "open('a', 'w')", "x = input()"])
def test_what_is_not_there_is_for_a_server(answers, source):
    assert json.loads(answers(program(source))[0])["kind"] == "elsewhere"
