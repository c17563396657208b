"""The Practice page's program and its marks: right solutions of all exercises, and the usual wrong ones with their names."""

import io
import json

import pytest

from autograd_engine.run import program
from autograd_studio.outline.forms import Faulty
from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline
from autograd_studio.web.forms.exercises import EXERCISES, exercise
from autograd_studio.web.forms.practice import Attempt, first_line, forward, practice_program, read, together

SOLUTIONS = {
    "multiplication": "dc = torch.ones(3) * dloss\nda = b * dc\ndb = a * dc\n",
    "broadcasting": "dy = 2 * y / 6 * dloss\ndp = dy\ndb = dy.sum(0)\ndx = w * dp\ndw = (x * dp).sum(0)\n",
    "softmax": """dlogprobs = torch.zeros(3, 4)
dlogprobs[range(3), target] = -1 / 3
dprobs = dlogprobs / probs
dtotal = -(dprobs * counts / total ** 2).sum(1, keepdim=True)
dcounts = dprobs / total + dtotal
dlogits = dcounts * counts
""",
    "batch-norm": """dy = weights
dgain = (dy * xhat).sum(0)
dbias = dy.sum(0)
dxhat = dy * gain
dinv = (dxhat * diff).sum(0)
dvar = -0.5 * (var + 1e-5) ** -1.5 * dinv
ddiff = dxhat * inv + 2 * diff / 4 * dvar
dmean = -ddiff.sum(0)
dx = ddiff + dmean / 4
""",
    "network": """dlogits = (logits.softmax(1) - F.one_hot(target, 2)) / 4
dh = dlogits @ w2.T
dw2 = h.T @ dlogits
db2 = dlogits.sum(0)
dbefore = (1 - h * h) * dh
dw1 = x.T @ dbefore
db1 = dbefore.sum(0)
""",
}

# An exercise, a line of its solution and a wrong one in its place, the name whose gradient is wrong then, and what is said.
WRONG = [
    ("broadcasting", "db = dy.sum(0)", "db = dy", "b", "the sum over the copies"),
    ("broadcasting", "dw = (x * dp).sum(0)", "dw = x * dp", "w", "the sum over the copies"),
    ("network", "dw2 = h.T @ dlogits", "dw2 = dlogits.T @ h", "w2", "This is the transpose"),
    ("network", "dbefore = (1 - h * h) * dh", "dbefore = 1 - h * h", "before", "Multiply it by dh"),
    ("softmax", "dcounts = dprobs / total + dtotal", "dcounts = dprobs / total", "counts", "What comes through total is missing"),
    ("batch-norm", "dx = ddiff + dmean / 4", "dx = ddiff", "x", "What comes through mean is missing"),
    ("softmax", "dlogits = dcounts * counts", "dlogits = -dcounts * counts", "logits", "The sign is wrong"),
    ("broadcasting", "dy = 2 * y / 6 * dloss", "dy = 2 * y * dloss", "y", "6 times too large"),
    ("broadcasting", "dy = 2 * y / 6 * dloss", "dy = y / 6 * dloss", "y", "2 times as large"),
    ("broadcasting", "dx = w * dp", "dx = x * dp", "x", "The slope of a product by one factor is the other factor"),
    ("network", "db2 = dlogits.sum(0)", "db2 = dlogits.sum()", "b2", "summed too often"),
    ("multiplication", "dc = torch.ones(3) * dloss", "dc = dloss", "c", "expand it to the shape of c"),
    ("broadcasting", "db = dy.sum(0)", "db = dy.sum(0, keepdim=True)", "b", "the right numbers in another shape"),
    ("batch-norm", "dgain = (dy * xhat).sum(0)", "dgain = xhat.sum(0)", "gain", "This is the slope of y by itself"),
    ("batch-norm", "dxhat = dy * gain", "dxhat = dy", "xhat", "This is dy as it arrives at y"),
    ("network", "db1 = dbefore.sum(0)", "db1 = dh.sum(0)", "b1", "This is dh as it arrives at h"),
    ("network", "db1 = dbefore.sum(0)", "db1 = dbefore.mean(0)", "b1", "This is the mean over the copies"),
    ("network", "db1 = dbefore.sum(0)", "db1 = dbefore.sum(1)", "b1", "This is added up along the wrong dimension"),
    ("softmax", ".sum(1, keepdim=True)", ".sum(0, keepdim=True)", "total", "This is added up along the wrong dimension"),
    ("batch-norm", "dx = ddiff + dmean / 4", "dx = ddiff + dmean", "x", "What comes through mean has a wrong factor"),
    ("broadcasting", "dy = 2 * y / 6 * dloss", "dy = 2 * y * dloss", "w", "it builds on dp, which is wrong"),
    ("softmax", "dcounts = dprobs / total + dtotal", "dcounts = dprobs / total", "logits", "This step is right"),
    ("softmax", ".sum(1, keepdim=True)", "", "counts", "dtotal, which comes before it, is wrong"),
]  # fmt: skip


def marked(attempt, revealed=()):
    source, mark = practice_program(attempt, outline(Asked(attempt.program)), revealed)
    out = io.StringIO()
    result = program.run(source, stdout=out, record=False)
    assert result.error is None, result.error["traceback"]
    return read(out.getvalue(), mark), out.getvalue()


def tried(id, backward, revealed=()):
    one = exercise(id)
    return marked(Attempt(one.program, one.output, backward), revealed)[0]


@pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.id)
def test_the_right_solution_of_each_exercise_is_right(one):
    marks = tried(one.id, SOLUTIONS[one.id])
    assert all(mark.is_right for mark in marks.rows) and marks.stopped is None
    names = {
        line.partition(" = ")[0].removeprefix("d") for line in SOLUTIONS[one.id].splitlines() if "[" not in line[:12]
    }
    assert {mark.name for mark in marks.rows} == names


@pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.id)
def test_an_exercise_begins_with_nothing_right(one):
    marks = tried(one.id, one.beginning)
    assert marks.rows and {mark.kind for mark in marks.rows} == {"missing"}


@pytest.mark.parametrize(("id", "right", "wrong", "name", "said"), WRONG, ids=lambda part: str(part)[:40])
def test_a_usual_mistake_is_named(id, right, wrong, name, said):
    assert right in SOLUTIONS[id]
    marks = tried(id, SOLUTIONS[id].replace(right, wrong))
    (mark,) = (mark for mark in marks.rows if mark.name == name)
    assert not mark.is_right
    assert said in mark.said


def test_a_difference_of_rounding_is_right_and_told():
    marks = tried("multiplication", "dc = torch.ones(3) * (1 + 1e-6)\nda = b\ndb = a\n")
    by_name = {mark.name: mark for mark in marks.rows}
    assert by_name["c"].kind == "close" and "the largest difference is 9.5e-7" in by_name["c"].said
    assert by_name["a"].kind == by_name["b"].kind == "exact"


def test_what_is_not_asked_for_is_not_told():
    one = exercise("multiplication")
    attempt = Attempt(one.program, one.output, "dc = torch.zeros(3)\n")
    marks, printed = marked(attempt)
    assert "-5" not in printed.partition("practice ")[2] and all(mark.shown is None for mark in marks.rows)
    marks, _ = marked(attempt, ("a",))
    assert [mark.shown for mark in marks.rows if mark.name == "a"] == ["tensor([ 4., -5.,  6.])"]


def test_where_the_text_stops_is_told_and_what_came_before_is_marked():
    marks = tried("multiplication", "dc = torch.ones(3)\nda = b * dq\n")
    assert marks.stopped == (2, "NameError: name 'dq' is not defined")
    assert [mark.kind for mark in marks.rows] == ["exact", "missing", "missing"]
    assert tried("multiplication", "dc = \n").stopped == (1, "SyntaxError: invalid syntax")


def test_writing_over_the_programs_tensors_changes_no_mark():
    text = "a.zero_()\nb.zero_()\ndc = torch.ones(3)\n"
    marks = tried("multiplication", text)
    assert [mark.kind for mark in marks.rows] == ["exact", "missing", "missing"]


def test_a_program_ends_before_its_own_backward():
    attempt = Attempt(
        "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 3\ny.sum().backward()\n", "y", "dx = 3 * dy\n"
    )
    said = outline(Asked(attempt.program))
    assert forward(attempt, said).endswith("y = x * 3")
    marks, _ = marked(attempt)
    assert [(mark.name, mark.is_right) for mark in marks.rows] == [("x", True)]
    whole = together(attempt, said).splitlines()
    assert whole[first_line(attempt, said) - 1].strip() == "dx = 3 * dy"
    assert "backward" not in together(attempt, said)


@pytest.mark.parametrize(
    ("source", "output"),
    [("y = x * 2\ny.backward()\nz = 1\n", "y"), ("a = 1\nb = a\n", "b"), ("(a + b).backward()", ""), ("x = (", "")],
)
def test_the_output_of_ones_own_program_is_guessed(source, output):
    assert outline(Asked(source)).output == output


@pytest.mark.parametrize(
    ("output", "message"),
    [("z", "z is not a tensor of the program"), ("n", "n does not require a gradient")],
)
def test_an_output_that_has_no_gradient_is_refused(output, message):
    with pytest.raises(ValueError, match=message):
        marked(Attempt("import torch\nx = torch.ones(2, requires_grad=True)\nn = torch.ones(2)\n", output, ""))


@pytest.mark.parametrize("attempt", [Attempt("x = (", "loss", ""), Attempt("x = 1", "a b", "")])
def test_a_form_that_is_no_program_is_refused(attempt):
    with pytest.raises(Faulty):
        practice_program(attempt, outline(Asked(attempt.program)))


def row(**changes):
    """A report with one row, of which something is falsified."""
    right = {"name": "x", "mark": "exact", "shape": [2], "shown": None, "why": None}
    return {"error": None, "stopped": None, "rows": [{**right, **changes}]}


def test_a_report_with_one_row_is_read():
    assert read("mark " + json.dumps(row(why=["factor", "inf"])), "mark ").rows[0].name == "x"


@pytest.mark.parametrize(
    "report",
    [
        [], {"error": None, "stopped": None}, {"error": 3}, {"error": None, "stopped": None, "rows": [{"name": "x"}]},
        {"error": None, "stopped": None, "rows": [{"name": "<b>", "mark": "missing", "shape": []}]},
        {"error": None, "stopped": None, "rows": [{"name": "x", "mark": "fine", "shape": []}]},
        {"error": None, "stopped": None, "rows": [{"name": "x", "mark": "exact", "shape": [], "why": ["magic", None]}]},
        row(why=["axis"]), row(why=[1, 2]), row(why=[[], "x"]), row(why=["axis", 3]), row(why=["axis", "<b>"]), row(why="sign"),
        row(why=["factor", 0]), row(why=["factor", -0.0]), row(why=["factor", None]), row(why=["factor", "x"]),
        row(why=["factor", 10**400]), row(shape=[-1]), row(shape=[10**4000]), row(shape=[2] * 60), row(shape=[1] * 1000),
        row(shape="2"), row(name="x" * 1000), row(name=None), row(mark="wrong", place=None), row(mark="wrong", place=0, wrong=1),
        row(mark="wrong", place=0, wrong=1, difference=True), row(mark="shape", got=[0.5]), row(mark="no tensor", got=1),
        row(shown=1), {"error": None, "stopped": {"line": "1", "message": ""}, "rows": []},
        {"error": None, "stopped": {}, "rows": []}, {"error": None, "stopped": None, "rows": [1]},
        {"error": None, "stopped": None, "rows": [None]}, {"error": None, "stopped": None, "rows": {}},
    ],
)  # fmt: skip
def test_a_falsified_report_is_refused(report):
    with pytest.raises(ValueError):
        read("mark " + json.dumps(report), "mark ")
