"""The outline of a program: what its text says, in a child that bounds what reading it costs and executes nothing of it."""

import json
import subprocess
import sys
from dataclasses import fields

import pytest

from autograd_engine.trace.schema import from_json, to_json
from autograd_studio.catalogue import say
from autograd_studio.outline.forms import EXAMPLE, CustomOp, Expression, Fault, Input
from autograd_studio.outline.outline import Asked, Outline, Piece
from autograd_studio.outline.reading import outline, worker
from autograd_studio.sandbox import Failure, Sandbox
from autograd_studio.sandbox.length import Length

from ..sandbox.boxes import Unlocked
from ..support.hostile_forms import CELLS, TEXTS

PROGRAM = """import torch
import torch.nn as nn, math
from torch.nn import functional as F

x = torch.ones(
    2, requires_grad=True)
for i in range(3):
    y = x * i
    x.data, z = y, (w := 1)

@torch.no_grad()
def f(t):
    for q in t:
        return q

y.sum().backward(
)
print(torch.autograd.grad(y, x))
"""


def test_an_outline_says_what_a_text_does():
    assert outline(Asked(PROGRAM)) == Outline(
        names={"x": [5], "i": [7], "y": [8], "z": [9], "w": [9], "q": [13]},
        imports={"torch": [1], "torch.nn": [2, 3], "math": [2]},
        blocks=[(5, 6), (7, 9), (11, 14), (16, 17)],
        passes=[16, 18],
        output="y",
    )


def test_a_line_is_in_a_statement_of_the_top_level():
    found = outline(Asked(PROGRAM))
    assert [found.end(line) for line in (1, 4, 5, 8, 11, 16, 18, 99)] == [1, 4, 6, 9, 14, 17, 18, 99]


def test_a_pass_begins_with_its_decorators():
    assert outline(Asked("@f\n@g\ndef h():\n    y.backward()\n")).passes == [1]


def test_a_text_that_is_no_program_says_where():
    assert outline(Asked("x = 1\ny = (\n")) == Outline(
        faults=[Fault("program", "is not Python: '(' was never closed (<unknown>, line 2)", 2)]
    )
    assert outline(Asked("x" * 70_000)).faults == [Fault("program", "is longer than 65536 characters.")]


def test_pieces_lead_back_to_the_cells():
    found = outline(
        Asked(custom_op=CustomOp("F", "def forward(ctx): pass\n", "\n\ndef backward(ctx): pass", "F.apply()\n"))
    )
    assert found.pieces == [
        Piece(6, 6, "forward", 1), Piece(8, 9, "backward", 1), Piece(11, 11, "backward", 3), Piece(14, 14, "use", 1),
    ]  # fmt: skip
    assert [found.cell_of(line) for line in (None, 5, 6, 9, 11, 14, 15)] == [
        None, None, ("forward", 1), ("backward", 2), ("backward", 3), ("use", 1), None,
    ]  # fmt: skip
    assert found.program.splitlines()[13] == "F.apply()"


@pytest.mark.parametrize(
    "asked", [Asked("x = 1"), Asked(expression=EXAMPLE), Asked(custom_op=CustomOp("F", "", "", "x"))]
)
def test_what_is_asked_comes_to_the_child_as_it_was(asked):
    assert from_json(to_json(asked), Asked) == asked


# ---- in the sandbox


@pytest.fixture(scope="module", params=["locked", "unlocked"])
def box(request):
    """A hosted sandbox, and a local one that nothing can lock."""
    box = Sandbox("hosted") if request.param == "locked" else Unlocked("local")
    yield box
    box.close()


def test_it_is_read_in_the_sandbox(box):
    assert box.outline(Asked(PROGRAM)) == outline(Asked(PROGRAM))
    assert box.outline(Asked(expression=EXAMPLE)).program.startswith("import torch\n\na = torch.tensor([1.0, 2.0, 3.0]")
    assert box.outline(Asked(expression=Expression((), "1"))).faults == [Fault("inputs", "there are none: add a row.")]


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_has_an_outline_or_none(box, name):
    found = box.outline(Asked(TEXTS[name]))
    assert isinstance(found, Outline) or found.message == say("sandbox.reading.unreadable")
    again = box.outline(Asked("x = 1"))
    assert again.names == {"x": [1]}


def test_a_text_that_takes_a_gigabyte_is_stopped(box):
    found = box.outline(Asked(TEXTS["a long path"]))
    assert isinstance(found, Failure) or found.faults == [
        Fault("program", "is too long or nested too deeply to be read.")
    ]


@pytest.mark.parametrize("name", CELLS)
def test_a_hostile_cell_is_a_fault_or_a_program(box, name):
    text = CELLS[name]
    rows = (Input("a", text), Input(text, "1.0"))
    for form in (Expression(rows[:1], "a"), Expression(rows, text, text), Expression((Input("a", "1.0"),), text)):
        found = box.outline(Asked(expression=form))
        assert bool(found.faults) == (found.program is None)
    found = box.outline(Asked(custom_op=CustomOp(text, text, text, text)))
    assert found.faults and found.program is None


def test_what_is_no_text_is_refused(box):
    assert box.outline(Asked("x = '\ud800'")) == Failure(status="rejected", message=say("sandbox.run.no_text"))
    assert box.outline(Asked(custom_op=CustomOp("F", "x" * 600_000, "", ""))).message == say(
        "sandbox.reading.unreadable"
    )


def test_a_child_that_answers_nonsense_is_not_believed(box, monkeypatch):
    for answer in (b"", b"[]", b'{"names": {"x": ["1"]}}', b'{"blocks": [[1]]}', b'{"faults": [{"cell": 1}]}', b"\xff"):
        monkeypatch.setattr(box, "call", lambda *_, answer=answer, **__: answer)
        assert box.outline(Asked("x")) == Failure(status="crashed", message=say("sandbox.reading.unreadable"))


# Reads each payload and prints what Python's audit hooks have seen meanwhile.
WATCHED = """
import json, sys
from autograd_studio.outline import reading
reading.preload()
seen = set()
sys.addaudithook(lambda event, arguments: seen.add(f"open {arguments[0]}" if event == "open" else event))
for payload in map(str.encode, sys.stdin):
    reading.worker(payload)
found = sorted(seen)
print(json.dumps(found))
"""


def test_reading_executes_nothing():
    """Where there is no lock, either, a text is compiled to a tree and no further: nothing is run, imported or opened."""
    effects = [
        "import os\nos.mkdir('it-ran')",
        "@print\ndef f(x=open('it-ran', 'w')): pass",
        "__import__('os').mkdir('it-ran')",
    ]
    asked = [
        *(Asked(text) for text in (*TEXTS.values(), *effects)),
        *(Asked(expression=Expression((Input("a", text),), text, text)) for text in (*CELLS.values(), *effects)),
        *(Asked(custom_op=CustomOp("F", text, text, text)) for text in effects),
    ]
    payloads = b"\n".join(to_json(one) for one in asked if len(one.text) < 30_000)
    done = subprocess.run([sys.executable, "-c", WATCHED], input=payloads, capture_output=True, check=True)
    seen = set(json.loads(done.stdout))
    assert "compile" in seen
    # The parser looks for the line of an error in a file of the tree's name; the answer is copied.
    assert seen <= {"compile", "open <unknown>", "builtins.id"}


def test_the_answer_has_all_fields():
    found = json.loads(worker(b'{"text": "x ="}'))
    assert found["names"] == {} and found["faults"][0]["line"] == 1
    assert found.keys() == {field.name for field in fields(Outline)}


def test_what_is_read_leaves_a_place_to_what_is_drawn(box, monkeypatch):
    lengths = []
    execute = box._calls.execute
    monkeypatch.setattr(
        box._calls, "execute", lambda *a, length, **k: lengths.append(length) or execute(*a, length=length, **k)
    )
    box.outline(Asked("x = 1"))
    box.call("layout", b"")
    assert lengths == [Length.LONG, Length.SHORT]
