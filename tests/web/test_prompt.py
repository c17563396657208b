"""The prompt: an expression evaluated at a step of a program, in the engine and through the server."""

import json
from dataclasses import replace

import pytest
from starlette.applications import Starlette

from autograd_engine.run.options import Prompt
from autograd_engine.run.program import run
from autograd_engine.run.prompt import MOST_CHARACTERS, NOT_REACHED
from autograd_engine.trace import schema
from autograd_studio import sandbox
from autograd_studio.catalogue import say
from autograd_studio.sandbox.limits import HOSTED, LOCAL_CAPACITY
from autograd_studio.web.routes import asking as asking_route
from autograd_studio.web.routes import tokens

from ..support import asking

PROGRAM = """import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
def twice(t):
    inner = t * 2
    return inner + 0
h = x * w; y = twice(h).sum()
y.backward()
with torch.no_grad():
    w -= 0.1 * w.grad
y.backward()
"""
STEPS = [step for step in run(PROGRAM).trace.steps if step.kind not in schema.FOLLOWERS]


def at(kind, line, nth=0, **fields):
    """The number of a step among those of a kind and line."""
    found = [
        k
        for k, step in enumerate(STEPS)
        if (step.kind, step.line) == (kind, line)
        and all(getattr(step, name) == value for name, value in fields.items())
    ]
    return found[nth]


def says(expression, step, finished=False):
    answer = run(PROGRAM, prompt=Prompt(expression, step, finished)).answer
    return ("error: " if answer.is_error else "") + answer.text


@pytest.mark.parametrize(
    "expression, step, finished, wanted",
    [
        ("x", at("create", 2), True, "tensor([1., 2.], requires_grad=True)"),
        ("x", at("create", 2), False, "error: NameError: name 'x' is not defined"),
        ("h", at("op", 7), True, "tensor([3., 8.], grad_fn=<MulBackward0>)"),
        ("y", at("op", 7), True, "error: NameError: name 'y' is not defined"),
        ("inner, t is h", at("op", 5), True, "(tensor([ 6., 16.], grad_fn=<MulBackward0>), True)"),
        ("y", at("op", 7, -1), True, "tensor(22., grad_fn=<SumBackward0>)"),
        ("type(y.grad_fn.next_functions[0][0]).__name__", at("op", 7, -1), True, "'AddBackward0'"),
        ("w.grad is None", at("backward", 8), False, "True"),
        ("w.grad", at("accumulate", 8, -1), False, "tensor([2., 4.])"),
        ("w.grad", at("end", 8), True, "tensor([2., 4.])"),
        ("w", at("op", 10), False, "tensor([3., 4.], requires_grad=True)"),
        ("w", at("write", 10), False, "tensor([2.8000, 3.6000], requires_grad=True)"),
        ("(x * w).sum()", at("op", 7, -1), True, "tensor(11., grad_fn=<SumBackward0>)"),
        ("[i for i in range(2) if x is not None]", at("op", 7), True, "[0, 1]"),
        ("print(x.is_leaf)", at("op", 7), True, "True\n"),
        ("twice(x)", at("op", 7), True, "tensor([2., 4.], grad_fn=<AddBackward0>)"),
        ("x.add_(1)", at("op", 7), True, "error: RuntimeError: a leaf Variable that requires grad is being used in an "
         "in-place operation."),
        ("exit(3)", at("op", 7), True, "error: SystemExit: 3"),
        ("x +", at("op", 7), True, "error: SyntaxError: invalid syntax"),
        ("a = 1", at("op", 7), True, "error: SyntaxError: invalid syntax"),
        ("w.grad", len(STEPS) - 1, False, "tensor([2., 4.])"),
    ],
)  # fmt: skip
def test_an_expression_sees_the_names_as_they_are_at_the_step(expression, step, finished, wanted):
    assert says(expression, step, finished) == wanted


def test_the_last_step_of_a_failing_program_is_where_it_failed():
    assert STEPS[-1].kind == "error"
    source = "import torch\ndef f(t):\n    local = t + 1\n    local.backward()\nf(torch.ones(2))\n"
    steps = [s for s in run(source).trace.steps if s.kind not in schema.FOLLOWERS]
    assert run(source, prompt=Prompt("local", len(steps) - 1)).answer.text == "tensor([2., 2.])"


def test_it_prints_in_the_answer_and_not_in_the_output(capsys):
    assert says("print('mine')", at("op", 7), True) == "mine\n"
    assert capsys.readouterr().out == ""


def test_a_long_answer_is_cut():
    text = says("'a' * 10000", 0)
    assert len(text) == MOST_CHARACTERS and text.endswith("…")


def test_a_step_that_is_not_there_says_so():
    assert says("1", len(STEPS)) == f"error: {NOT_REACHED}"


def test_every_step_of_a_program_can_be_asked():
    assert [says("1 + 1", step, step % 2 == 0) for step in range(len(STEPS))] == ["2"] * len(STEPS)


# ---- through the server

APP = Starlette(routes=asking_route.ROUTES)


@pytest.fixture(scope="module")
def box():
    sandbox.configure(local=True, address="127.0.0.1")
    yield sandbox.default()
    sandbox.default().close()


def post(body):
    return asking.post(APP, "/ask", json.dumps(body).encode())


def ask(box, expression, step=0, **fields):
    return post({**mine(), "expression": expression, "step": step, "finished": True, **fields})


def mine():
    return {"token": tokens.token("me"), "program": PROGRAM}


def test_the_server_evaluates_in_the_sandbox(box):
    assert ask(box, "x * 2") == (200, {"text": "tensor([2., 4.], grad_fn=<MulBackward0>)", "is_error": False})
    assert ask(box, "nothing")[1]["is_error"]


def test_what_deceives_is_cleaned(box):
    assert ask(box, "print('\\u202e')")[1]["text"] == "\ufffd\n"


def test_an_expression_without_end_is_stopped(box, monkeypatch):
    monkeypatch.setattr(box, "limits", replace(HOSTED, wall_seconds=1.0))
    status, answer = ask(box, "[0 for _ in iter(int, 1) if False]")
    assert status == 422 and answer["message"].startswith("The program was stopped after 1 s")


@pytest.mark.parametrize(
    "fields",
    [{"step": -1}, {"step": "1"}, {"expression": "x" * 1001}, {"source": "print()"}, {"expression": None}],
)
def test_what_is_no_request_is_refused(box, fields):
    assert ask(box, **{"expression": "x", **fields}) == (400, {"message": asking_route.UNREADABLE})


def test_nothing_is_evaluated_for_who_has_no_token(box):
    assert ask(box, "x", token="guessed") == (403, {"message": say("web.route.forged")})


def test_it_takes_of_the_time_for_nudging(box, monkeypatch):
    monkeypatch.setattr(box, "capacity", replace(LOCAL_CAPACITY, nudge_seconds=1e-6))
    limited = sandbox.RateLimited(box)
    monkeypatch.setattr(sandbox, "for_visitors", lambda: limited)
    assert ask(box, "x")[0] == 200
    status, refused = ask(box, "x")
    assert status == 429 and "this minute" in refused["message"]
