"""Checking a lesson: what its file says of the run is compared with the run, and nothing else is."""

import re

import pytest

from autograd_studio.lessons.checking import check

from .texts import FIRST, NO_CLONE, PROGRAM, TOUR, WHY_SEVEN, lesson


def faults(text, others=("my-relu-in-a-sum",)):
    return [(fault.line, fault.message) for fault in check(text, others)[1]]


def changed(text, *pairs):
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("text", [WHY_SEVEN, NO_CLONE, TOUR])
def test_the_lessons_hold(text):
    assert faults(text) == []


ADD_ANSWER = 'add an answer: a line "= 7" or "= {x.grad}", or choices with the right one marked "- (x)"'
NO_PASS = "the program runs no backward pass"

# What authors did to the two lessons, and what they have to be told.
EDITS = {
    "three comments and a print above": (
        changed(WHY_SEVEN, ("import torch\n", '# a\n# b\n# c\nimport torch\nprint("hello")\n')), []),
    "another number": (changed(WHY_SEVEN, ("3.0, req", "4.0, req")), []),
    "another order": (changed(WHY_SEVEN, ("y = x * x + x\n", "y = x + x * x\n")), []),
    "the product has a name": (changed(WHY_SEVEN, ("y = x * x + x\n", "s = x * x\ny = s + x\n")), []),
    "x has another name": (
        changed(WHY_SEVEN, ("x = torch.tensor", "w = torch.tensor"), ("y = x * x + x\n", "y = w * w + w\n"),
                ("print(x.grad)", "print(w.grad)")), [
            (26, 'no step is "x receives from y": is it "w receives from y" or "w * w receives from y"?'),
            (33, 'no step is "runs x * x": is it "runs w * w" or "runs w * w + w"?'),
            (36, 'no step is "x.grad": is it "w.grad"?'),
            (43, 'the program has no "x": is it "w" or "y"?'),
            (43, 'the program has no "x": is it "w" or "y"?')]),
    "a wrong answer": (changed(WHY_SEVEN, ("\n= 1\n", "\n= 2\n")), [(28, "the answer is not 2: step 8 shows 1")]),
    "no answer, and titel": (changed(WHY_SEVEN, ("\n= 1\n", "\n"), ("title:", "titel:")), [
        (4, '"titel" is not a name of the head: is it "title"?'), (26, ADD_ANSWER)]),
    "a misspelt anchor": (changed(WHY_SEVEN, ("## runs x * x", "## run x*x")), [
        (33, 'no step is "run x*x": is it "runs x * x" or "runs x * x + x"?')]),
    "a syntax error": (changed(WHY_SEVEN, ("y.backward()", "y.backward(")), [
        (16, 'fix the program, or add a point "## error": it stops here with SyntaxError: \'(\' was never closed')]),
    "no backward": (changed(WHY_SEVEN, ("y.backward()\n", "")), [
        (25, f'no step is "x receives from y": {NO_PASS}'), (32, f'no step is "runs x * x": {NO_PASS}'),
        (35, f'no step is "x.grad": {NO_PASS}'), (41, f'no step is "end": {NO_PASS}')]),
    "mended by clone()": (
        changed(NO_CLONE, ("        g[x < 0] = 0\n", "        g = g.clone()\n        g[x < 0] = 0\n")),
        [(52, "delete this line: [1, 2] is the right answer")]),
    "three elements": (changed(NO_CLONE, ("[-1.0, 2.0]", "[-1.0, 2.0, 3.0]"), ("ones(2)", "ones(3)")), []),
    "q after p, so that it is not harmed": (
        changed(NO_CLONE, ("q = x * 1\np = MyReLU.apply(x)", "p = MyReLU.apply(x)\nq = x * 1")),
        [(51, "delete this line: [1, 2] is the right answer")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), EDITS.values(), ids=EDITS)
def test_an_edit_of_a_lesson(text, expected):
    assert faults(text) == expected


# ---- the program


def test_an_error_is_told_at_its_line_in_the_file():
    text = lesson("## made y", "Text.", "## x.grad", "Text.", program=PROGRAM + "y.backward()\n")
    ((line, message),) = faults(text)
    assert text.split("\n")[line - 1] == "y.backward()" and line == FIRST - 1
    assert message.startswith('fix the program, or add a point "## error": it stops here with RuntimeError: Trying to ')
    assert len(message) < 220


def test_an_error_that_the_lesson_is_about_is_none():
    assert faults(lesson("## made y", "Text.", "## error", "Text.", program=PROGRAM + "y.backward()\n")) == []


def test_points_after_an_error_are_not_told_of():
    """They are there once the program is mended."""
    text = lesson("## made y", "Text.", "## x.grad", "Text.", program="import torch\nx = torch.ones(2)\n1 / 0\n")
    assert [line for line, _ in faults(text)] == [10]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("print('hello')\n", "add a tensor to the program: it makes none, so there is no step to show"),
        ("x = 1\n" * 12_000, "make the program shorter: it is longer than 64 KiB"),
    ],
)
def test_a_program_of_which_nothing_is_shown(program, message):
    assert faults(lesson("## before", "Text.", program=program)) == [(8, message)]


def test_what_the_program_prints_and_how_it_ends_stays_inside(capfd):
    assert faults(lesson("## before", "Text.", program=PROGRAM + "import sys\nsys.exit(3)\n")) == []
    assert faults(lesson("## before", "Text.", program=PROGRAM + "import warnings\nwarnings.warn('!')\n")) == []
    assert capfd.readouterr() == ("", "")


def test_random_numbers_are_those_of_the_studio():
    program = "import torch\nx = torch.rand(1, requires_grad=True)\n(x * x).sum().backward()\nprint(x.grad)\n"
    held = [check(lesson("## ask: x.grad", "= 123", program=program), ())[1][0].message for _ in range(2)]
    assert held[0] == held[1] != ""


# ---- points


@pytest.mark.parametrize(
    ("points", "below", "message"),
    [
        (["## x.grad", "Text.", "## made y", "Text."], 2,
         '"made y" is step 3, and the point above is at step 12: put the points in the order of the run'),
        (["## x receives from x * x #2", "Text.", "## x receives from x * x", "Text."], 2,
         '"x receives from x * x" is step 10, and the point above is at step 11: is it "x receives from x * x #2"?'),
        (["## made x", "It is {w}."], 1, 'the program has no "w": is it "x" or "y"?'),
        (["## made x", "One.", "", "Then {y}."], 3, '"y" has no value at this point: use it at a later one'),
        (["## end", "It is {y.grad}."], 1, '"y.grad" is None at this point: use it at a later one'),
        (["## made y", "It is {x.grad}."], 1, '"x.grad" is None at this point: use it at a later one'),
        (["## ask: y receives from seed", "= {x.grad}"], 1, '"x.grad" is None at this point: use it at a later one'),
        (["## ask: x.grad", "= 7", "! {z}: No."], 2, 'the program has no "z": is it "x" or "y"?'),
        (["## ask: x.grad", "= 7", "! 6: Not {z}."], 2, 'the program has no "z": is it "x" or "y"?'),
        (["## ask: x.grad", "= 7", "? Not {z}."], 2, 'the program has no "z": is it "x" or "y"?'),
        (["## ask: x.grad", "- (x) {z}", "  Yes.", "- ( ) 6", "  No."], 1, 'the program has no "z": is it "x" or "y"?'),
        (["## ask: x.grad", "- (x) 7", "  Yes.", "- ( ) 6", "  {z}"], 4, 'the program has no "z": is it "x" or "y"?'),
        (["## ask: x.grad", "- (x) 7", "  Yes.", "- ( ) {x.grad}", "  No."], 3,
         'change this choice: it is "7", like the right one'),
        (["## ask: x.grad", "= 7", "! 6: No.", "! 7: No."], 3, "delete this line: 7 is the right answer"),
        (["## ask: x.grad", "= {x.grad}", "! 7.0: No."], 2, "delete this line: 7.0 is the right answer"),
        (["## ask: x.grad", "= 7", "! {x.grad}: No."], 2, "delete this line: {x.grad} is the right answer"),
        (["## ask: x.grad", "= 7", "! 6: No.", "! 6.0: No."], 3,
         f"delete this line: line {FIRST + 2} already replies to 6.0"),
        (["## made y", "> drag w from 2 to 4"], 1, 'the program has no "w": is it "x" or "y"?'),
        (["## made y", "> drag y from 2 to 20"], 1, '"y" is computed: name a tensor that the program creates'),
        (["## x.grad", "> drag x.grad from 2 to 20"], 1, '"x.grad" is computed: name a tensor that the program creates'),
        (["## made y", "> drag x from 4 to 5"], 1, '"x" is 3 here: choose a range that contains it'),
        (["## made y", "> tangent x from 2 to 4"], 1, '"x.grad" is None at this point: use it at a later one'),
    ],
)  # fmt: skip
def test_a_point_that_does_not_hold(points, below, message):
    assert faults(lesson(*points)) == [(FIRST + below, message)]


def test_one_point_in_the_wrong_place_is_one_fault():
    text = lesson("## x.grad", "Text.", "## made x", "Text.", "## made y", "Text.", "## end", "Text.")
    assert [line for line, _ in faults(text)] == [FIRST + 2]


def test_a_tensor_of_several_numbers_is_not_dragged():
    program = "import torch\nx = torch.tensor([1.0, 2.0])\n"
    assert faults(lesson("## made x", "> drag x from 0 to 4", program=program)) == [
        (12, '"x" has several numbers: name a tensor that has one')
    ]


# ---- answers

VECTOR = """import torch
x = torch.tensor([-1.0, 2.0], requires_grad=True)
y = x / 3
y.sum().backward()
y.sum().item()
x.grad = None
w = torch.zeros(3, 4)
print(round(x.detach().sum().item(), 1), [5, 6])
"""


@pytest.mark.parametrize(
    ("program", "anchor", "right", "wrong"),
    [
        (PROGRAM, "made x", ["3", "3.0", "+3", "3e0"], ["9", "[3]", "nan"]),
        (PROGRAM, "made x * x", ["9"], ["3", "12"]),  # the operands are known before
        (PROGRAM, "start", ["1"], ["12", "7"]),
        (PROGRAM, "runs x * x", ["3"], ["1", "9"]),  # what arrives is known before
        (PROGRAM, "x receives from x * x", ["3", "4"], ["1", "2", "7"]),  # it waits for 1 more, has 2 of 3
        (PROGRAM, "x.grad", ["7", "7.001"], ["6", "7.01", "3"]),
        (PROGRAM, "end", ["7"], ["1", "12"]),
        (VECTOR, "made y", ["[-0.3333, 0.6667]", "0.6667", "[-0.33333333, .66666667]"],
         ["[-0.33, 0.67]", "[0.6667, -0.3333]", "[-0.3333]", "[[-0.3333, 0.6667]]"]),
        (VECTOR, "end", ["[0.3333, 0.3333]"], ["2"]),
        (VECTOR, "made x", ["[−1, 2]", "−1", "2"], ["1"]),
        (VECTOR, 'printed "1.0"', ["1", "5", "[5, 6]"], ["7"]),
        ("import torch\nx = torch.tensor([0.0, -1.0])\nx.log()\n", "line 3", ["[-inf, nan]", "nan", "-inf"], ["inf", "0"]),
        ("import torch\nx = torch.tensor([0.0, -1.0])\nx > -1\n", "line 3", ["[True, False]", "[1, 0]"], ["[1, 1]"]),
    ],
)  # fmt: skip
def test_an_answer_is_a_number_that_comes_with_the_step(program, anchor, right, wrong):
    for answer in right:
        assert faults(lesson(f"## ask: {anchor}", f"= {answer}", program=program)) == []
    for answer in wrong:
        ((_, message),) = faults(lesson(f"## ask: {anchor}", f"= {answer}", program=program))
        assert re.match(rf"the answer is not {re.escape(answer)}: step \d+ (shows|does not show it)", message)


def test_an_answer_follows_the_run():
    text = lesson("## ask: x.grad", "= {x.grad}", "! 9: No.")
    assert faults(text) == []
    assert faults(text.replace("3.0", "4.0")) == [(FIRST + 2, "delete this line: 9 is the right answer")]


def test_a_gradient_is_that_of_its_time():
    program = """import torch
w = torch.tensor(0.0, requires_grad=True)
for epoch in range(3):
    loss = (w - 3) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
"""
    points = [
        "## ask: w.grad in iteration 1", "= -6", "## ask: changed w", "= 0.6", "## ask: w.grad in iteration 2", "= -4.8",
        "! {w}: No.", "## changed w in iteration 2", "It is {w}, by {w.grad}.", "## changed w.grad in iteration 2",
        "It was {w.grad}.",
    ]  # fmt: skip
    assert faults(lesson(*points, program=program)) == [
        (27, '"w.grad" is None at this point: use it at a later one'),
    ]


def test_what_an_iteration_has_not_computed_yet_holds_nothing():
    program = """import torch
w = torch.tensor(3.0, requires_grad=True)
for epoch in range(2):
    loss = w * w
    double = loss * 2
    double.backward()
    with torch.no_grad():
        w -= 0 * w.grad
"""
    points = ["## ask: changed w", "= 3", "## iteration 2", "It is {loss}.", "Not {double}."]
    assert faults(lesson(*points, program=program)) == [
        (FIRST + 7, '"double" has no value at this point: use it at a later one')
    ]


def test_nobody_types_the_numbers_of_a_large_tensor():
    program = "import torch\nx = torch.arange(12.0)\n"
    assert faults(lesson("## ask: made x", "= {x}", program=program)) == [
        (12, 'write choices: {x} is "0 … 11", which nobody can type')
    ]
    assert faults(lesson("## ask: made x", "= 4", program=program)) == []
    assert faults(lesson("## ask: made x", "= 40", program=program)) == [
        (12, "the answer is not 40: step 1 does not show it")
    ]


# ---- beside others


def test_what_is_compared_is_there():
    text = changed(NO_CLONE, ("my-relu-in-a-sum", "with-clone"))
    assert faults(text, ["with-clone"]) == []
    assert faults(text, ["with-a-clone"]) == [(9, 'no lesson is called "with-clone": is it "with-a-clone"?')]
    add = "add the file with-clone.md beside this one, or name a lesson of the gallery"
    assert faults(text, []) == [(9, f'no lesson is called "with-clone": {add}')]
