"""A form's way to what a check finds: which program is run for it, and what is told."""

from dataclasses import asdict

import pytest

from autograd_studio import sandbox
from autograd_studio.sandbox import Outcome
from autograd_studio.web.forms.answers import OfPair
from autograd_studio.web.forms.custom_op_examples import EXAMPLES
from autograd_studio.web.forms.exercises import EXERCISES
from autograd_studio.web.forms.jacobian import EXAMPLE
from autograd_studio.web.routes import ROUTES, checking, ndjson
from autograd_studio.web.runs.known import Known
from autograd_studio.web.runs.under_way import UnderWay

from ..sandbox.boxes import Unlocked
from ..support.asking import Asking

MINE = Asking(ROUTES)
OP = asdict(EXAMPLES["MyReLU"])
PAIR = asdict(EXAMPLE)
EXERCISE = EXERCISES[0]
ATTEMPT = {"program": EXERCISE.program, "output": EXERCISE.output, "backward": EXERCISE.beginning}


@pytest.fixture(autouse=True)
def server(box, monkeypatch):
    """A server that knows no run."""
    monkeypatch.setattr(ndjson, "SERVERS", UnderWay(Known()))


def check(base="", **said):
    (*waiting, answer) = MINE.all(f"{base}/check", **said)
    assert {event["kind"] for event in waiting} <= {"waiting"}
    return answer


@pytest.mark.parametrize("base", ["", "/some/base"])
def test_a_function_is_checked(base):
    answer = check(base, custom_op=OP)
    assert answer["kind"] == "checks"
    assert [finding["verdict"] for finding in answer["findings"]] == ["right"] * 4
    (table,) = answer["comparisons"]
    assert (table["argument"], table["analytic"], table["agrees"]) == (0, [[0.0, 0.0], [0.0, 1.0]], True)
    assert table["difference"][0] == [0.0, 0.0]


def test_a_wrong_gradient_is_found():
    answer = check(custom_op={**OP, "backward": OP["backward"].replace("return ", "return 2 * ")})
    assert "wrong" in [finding["verdict"] for finding in answer["findings"]]
    assert not answer["comparisons"][0]["agrees"]


def test_what_json_cannot_write_is_a_word():
    answer = check(custom_op={**OP, "backward": OP["backward"].replace("return ", "return float('inf') * ")})
    assert {x for row in answer["comparisons"][0]["analytic"] for x in row} & {"Infinity", "NaN"}


def test_the_faults_of_a_form_are_told_by_their_cells():
    answer = check(custom_op={**OP, "forward": "def forward(:"})
    assert (answer["kind"], answer["faults"][0]["cell"], answer["faults"][0]["line"]) == ("faults", "forward", 1)
    assert check(jacobian={**PAIR, "program": "x = ("})["faults"][0]["line"] == 1
    answer = check(practice={**ATTEMPT, "output": "no name"})
    assert answer["faults"] == [{"cell": "output", "message": "'no name' is not a name.", "line": None}]
    assert check(jacobian={**PAIR, "output": "y" * 1001})["faults"][0]["message"] == "is longer than 1000 characters."


def test_a_jacobian_has_its_rows_and_columns_by_name():
    assert check(jacobian=PAIR) == {
        "kind": "jacobian", "rows": [[2.0, 1.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, 1.0]], "output": [3], "input": [3],
        "outputs": ["y[0]", "y[1]", "y[2]"], "inputs": ["x[0]", "x[1]", "x[2]"], "is_cut": False,
    }  # fmt: skip
    program = "import torch\nx = torch.ones(6, 6, requires_grad=True)\ny = x.sum()\n"
    answer = check(jacobian={"program": program, "output": "2 * y", "input": "x"})
    assert (answer["outputs"], answer["inputs"][7], len(answer["inputs"])) == (["2 * y"], "x[1, 1]", 32)
    assert answer["is_cut"]


def test_a_check_that_stops_says_why_and_where():
    program = "import torch\nx = torch.ones(2, requires_grad=True)\n1 / 0\ny = x * 2\n"
    answer = check(jacobian={**PAIR, "program": program})
    assert answer == {
        "kind": "failed", "status": "error", "message": "ZeroDivisionError: division by zero", "cell": "program", "line": 3,
    }  # fmt: skip
    answer = check(jacobian={**PAIR, "output": "z"})
    assert answer["message"] == "NameError: name 'z' is not defined"
    assert (answer["status"], answer["cell"], answer["line"]) == ("error", "", None)
    answer = check(custom_op={**OP, "forward": OP["forward"].replace("    ", "    missing\n    ", 1)})
    assert answer["kind"] in ("checks", "failed")


def test_a_line_of_the_harness_is_none_of_the_form():
    form = OfPair(EXAMPLE)
    assert form.place(EXAMPLE.program.count("\n") + 2, None) is None
    assert form.place(2, None) == ("program", 2)


def test_a_backward_by_hand_is_marked():
    backward = "# first\ndc = torch.ones_like(c)\ndb = dc * a\nda = dc * b\nda = dc * b + 1\n"
    answer = check(practice={**ATTEMPT, "backward": backward})
    assert answer["kind"] == "marks"
    assert {row["name"]: (row["is_right"], row["line"]) for row in answer["rows"]} == {
        "c": (True, 2), "b": (True, 3), "a": (False, 5),
    }  # fmt: skip
    lines = answer["program"].splitlines()
    assert lines[answer["first_line"] - 1].strip() == "# first"
    assert lines[answer["first_line"] - 3] == "with torch.no_grad():"
    assert answer["stopped"] is None


def test_the_right_gradient_is_told_to_who_asks_for_it():
    told = [check(practice=ATTEMPT, shown=shown)["rows"] for shown in ([], ["a"])]
    assert [[row["name"] for row in rows if row["shown"]] for rows in told] == [[], ["a"]]


def test_where_a_backward_stops_is_told():
    answer = check(practice={**ATTEMPT, "backward": "dc = 1\ndb = nothing\n"})
    assert answer["stopped"] == [2, "NameError: name 'nothing' is not defined"]


@pytest.mark.parametrize(
    "said",
    [{}, {"custom_op": OP, "jacobian": PAIR}, {"custom_op": {"name": "F"}}, {"practice": ATTEMPT, "shown": ["x" * 201]},
     {"practice": ATTEMPT, "shown": ["x"] * 101}, {"jacobian": {**PAIR, "line": "1"}}],
)  # fmt: skip
def test_what_is_no_form_is_refused(said):
    assert MINE.post("/check", **said) == (400, {"message": checking.UNREADABLE})


def test_a_foreign_form_runs_behind_the_lock_or_not_at_all(monkeypatch):
    unlockable = Unlocked("local")
    monkeypatch.setattr(sandbox, "_default", unlockable)
    try:
        for form in ({"custom_op": OP}, {"jacobian": PAIR}, {"practice": ATTEMPT}):
            assert check(**form, foreign=True) == {"kind": "unlocked"}
        assert check(jacobian=PAIR)["kind"] == "jacobian"
    finally:
        unlockable.close()


def test_a_busy_server_says_so(monkeypatch, box):
    monkeypatch.setattr(box, "run", lambda *_, **__: Outcome(status="busy", message="Wait."))
    assert check(jacobian=PAIR) == {"kind": "failed", "status": "busy", "message": "Wait."}
    monkeypatch.setattr(box, "call", lambda *_, **__: sandbox.Failure(status="busy", message=""))
    assert check(jacobian=PAIR)["status"] == "busy"
