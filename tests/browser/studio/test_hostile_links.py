"""Links that a stranger made: each place says what is wrong, or shows what can be shown, and goes on."""

import pytest

from tests.support.hostile_forms import CELLS, TEXTS
from tests.support.links import form_token, token

pytestmark = pytest.mark.thorough

DEEP, CHAIN = TEXTS["a long path"], TEXTS["a long chain"]
INPUT = {"name": "a", "value": "1.0"}
CUBE = {"name": "F", "forward": "def forward(ctx, x): return x", "backward": "def backward(ctx, g): return g"}
LINKS = {
    "a practice of a long path": f"practice?program={token(DEEP)}",
    "a practice with a surrogate": "practice?form=" + form_token({"program": "\ud800", "output": "y", "backward": ""}),
    "a pair of a long path": "jacobian?form=" + form_token({"program": DEEP, "output": "y", "input": "x", "line": 3}),
    "a pair after line -1": "jacobian?form="
    + form_token({"program": "x = 1", "output": "y", "input": "x", "line": -1}),
    "many fields": "jacobian?form=" + form_token({f"a{number}": number for number in range(700)}),
    "lists in lists": "jacobian?form=" + token("[" * 60_000),
    "1,200 rows": "expression?form=" + form_token({"inputs": [INPUT] * 1200, "expression": "a"}),
    "an expression of a long chain": "expression?form=" + form_token({"inputs": [INPUT], "expression": CHAIN[:4000]}),
    "a lambda": "expression?form=" + form_token({"inputs": [INPUT], "expression": CELLS["a lambda"]}),
    "no rows": "expression?form=" + form_token({"inputs": [], "expression": "1"}),
    "a use of brackets": "custom_op?form=" + form_token({**CUBE, "use": TEXTS["brackets"][:20_000]}),
    "a name of a sum": "custom_op?form=" + form_token({**CUBE, "name": "1+" * 99, "use": ""}),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_place_answers_and_goes_on(visit, name):
    visitor = visit(LINKS[name])
    answers = ("[role=alert]:not(:empty)", ".bench-failure", "[role=slider][aria-valuenow]", ".jacobian", ".diagnosis")
    visitor.page.locator(", ".join(answers)).filter(visible=True).first.wait_for()
    visitor.go("Compare")
