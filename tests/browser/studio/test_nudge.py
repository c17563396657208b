"""Nudging numbers: dragged, by keyboard and typed."""

import re

import pytest

pytestmark = pytest.mark.thorough

PROGRAM = """import torch
flag = torch.tensor([True, False])
n = torch.tensor(3)
x = torch.tensor([0.5, 2.0], requires_grad=True)
y = (torch.where(flag, x * x, x) * n).sum()
if x[0] > 0:
    y = y * 2
assert x[1] < 9, "too large"
y.backward()
"""


@pytest.fixture
def visitor(visit):
    """A visitor who has run the program, is at its last step and nudges."""
    found = visit(width=1440)
    found.ready()
    found.run_program(PROGRAM)
    found.has("^flag, constant")
    found.press("End", "n")
    handle(found, "x[1]").wait_for()
    return found


def handle(visitor, name, role="spinbutton"):
    return visitor.page.get_by_role(role, name=name, exact=True)


def ghost(visitor):
    return visitor.page.locator(".ghost")


def says(visitor, text):
    ghost(visitor).get_by_text(text).first.wait_for()


def drag(visitor, name, by):
    visitor.at_rest()  # a handle goes with its node
    box = handle(visitor, name).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = visitor.page.mouse
    mouse.move(x, y)
    mouse.down()
    for part in range(1, 11):
        mouse.move(x + by * part / 10, y)
    mouse.up()


def test_a_number_is_dragged_and_the_text_stays(visitor):
    visitor.press("ArrowLeft")  # where no card of paths lies over the picture
    step = visitor.step
    drag(visitor, "x[1]", 50)
    visitor.has(r"^x, leaf, AccumulateGrad, value \[0.5, 2.5\], grad \[6, 6\]")
    says(visitor, "y moved by 3; the gradient promised 3.")
    says(visitor, "✓ as promised")
    glowing = visitor.page.locator(".box.glowing").all()
    assert [box.get_attribute("aria-label").split(",")[0] for box in glowing].count("n") == 0
    assert len(glowing) >= 4
    assert visitor.written() == PROGRAM
    assert visitor.page.locator(".code.stale").count() == 0
    visitor.press("Home")
    assert visitor.step == 1 < step
    visitor.press("End")
    visitor.button("Back to 2").click()
    visitor.has(r"^x, leaf, AccumulateGrad, value \[0.5, 2\]")
    ghost(visitor).wait_for(state="hidden")
    assert visitor.page.locator(".box.glowing").count() == 0


def test_keys_change_a_number_and_steps_go_on(visitor):
    handle(visitor, "x[0]").focus()
    visitor.press("ArrowUp", "ArrowUp")
    visitor.has(r"^x, leaf, AccumulateGrad, value \[0.52, 2\]")
    says(visitor, "The slope changed from 6 to 6.24 along the way")
    handle(visitor, "n").focus()
    visitor.press("ArrowUp")
    says(visitor, "No gradient: int64 numbers have none.")
    visitor.has("^n, constant, value 4")
    handle(visitor, "flag[1]", "switch").focus()
    visitor.press("Space")
    visitor.has(r"^flag, constant, value \[True, True\]")
    visitor.press("Delete")
    visitor.has(r"^flag, constant, value \[True, False\]")
    handle(visitor, "seed").focus()
    visitor.press("ArrowUp")
    says(visitor, "L moved by 1.35; the gradient promised 1.35.")


def test_a_typed_number_that_leads_elsewhere_is_told_in_words(visitor):
    handle(visitor, "x[0]").focus()
    visitor.press("Enter", *"-1", "Enter")
    says(visitor, re.compile(r"x\[0\] = −1 the program takes another branch"))
    visitor.has(r"^x, leaf, AccumulateGrad, value \[0.5, 2\]")
    handle(visitor, "x[1]").focus()
    visitor.press(*"12", "Enter")
    says(visitor, re.compile(r"x\[1\] = 12 the program stops in line 8: AssertionError: too large"))
    visitor.has(r"^x, leaf, AccumulateGrad, value \[0.5, 2\]")


def test_an_error_without_a_message_is_told_by_its_name(visit):
    visitor = visit(width=1440)
    visitor.ready()
    visitor.run_program(PROGRAM.replace(', "too large"', ""))
    visitor.has("^flag, constant")
    visitor.press("End", "n")
    handle(visitor, "x[1]").focus()
    visitor.press(*"12", "Enter")
    says(visitor, re.compile(r"the program stops in line 8: AssertionError\. The picture"))


def test_every_gradient_is_checked_on_demand(visitor):
    visitor.button("Check every gradient").click()
    visitor.sees("2 of 2 elements agree with a central difference.")
    rows = visitor.page.locator(".checked tbody tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [["x[0]", "6", "6", "✓ agree"], ["x[1]", "6", "6", "✓ agree"]]


def test_the_pass_that_is_shown_is_checked_even_while_a_number_is_nudged(visit):
    visitor = visit("?lesson=stacked-losses", width=1440)
    visitor.ready()
    visitor.press("End", "n")
    handle(visitor, "x").focus()
    visitor.press("ArrowUp", "ArrowUp")
    visitor.button("Check every gradient").click()
    visitor.sees("1 of 1 elements agree with a central difference.")
    rows = visitor.page.locator(".checked tbody tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [["x", "3.901", "3.901", "✓ agree"]]


def test_a_finger_drags_a_number(visit):
    visitor = visit("?lesson=upstream-gradient", width=1280, has_touch=True)
    visitor.ready()
    visitor.press("End", "n")
    box = handle(visitor, "a[1]").bounding_box()
    touch = visitor.page.context.new_cdp_session(visitor.page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, by in (("touchStart", 0), ("touchMove", 10), ("touchMove", 30), ("touchEnd", None)):
        points = [] if by is None else [{"x": x + by, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    visitor.has(r"^a, leaf, AccumulateGrad, value \[1, 2.3, 3\]")


def test_nothing_is_run_before_it_is_asked_for(visit):
    visitor = visit("?lesson=upstream-gradient")
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url) if "/nudge" in request.url else None)
    visitor.ready()
    visitor.press("End", "Home")
    assert not asked
    visitor.choose("Drag a number")
    visitor.page.locator(".handle").first.wait_for(state="attached")
    assert len(asked) == 1


def test_an_element_of_a_large_tensor_is_dragged_in_the_drawer(visit):
    visitor = visit(width=1440)
    visitor.ready()
    visitor.run_program("import torch\nw = torch.full((3, 4), 6.0, requires_grad=True)\n(w * w).sum().backward()\n")
    visitor.has("^w, leaf")
    visitor.press("End", "n")
    visitor.button("Check every gradient").wait_for()
    visitor.page.get_by_role("option", name=re.compile("^w, leaf")).click()
    drag(visitor, "w[1, 2]", 30)
    says(visitor, "moved by 3.69; the gradient promised 3.6.")
    inspector = visitor.page.get_by_label("Inspector", exact=True)
    element = inspector.get_by_role("spinbutton", name="w[1, 2]", exact=True)
    element.filter(has_text=re.compile("^6.3$")).wait_for()
    handle(visitor, "w[1, 2]").focus()
    visitor.press("ArrowUp", "ArrowUp")
    says(visitor, "moved by 6.25; the gradient promised 6.")
    visitor.press("Delete")
    ghost(visitor).wait_for(state="hidden")
    element.filter(has_text=re.compile("^6$")).wait_for()
    visitor.press("n")
    visitor.page.locator(".handle").first.wait_for(state="detached")


LOOP = """import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
for i in range(3):
    loss = (w * w).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.25 * w.grad
    w.grad = None
"""


def test_a_number_stays_nudged_in_other_iterations(visit):
    """The one that is shown is told first, the others when the drag rests."""
    visitor = visit(width=1440)
    visitor.ready()
    visitor.run_program(LOOP)
    visitor.has("^w, leaf")
    asked = []
    visitor.page.on(
        "request", lambda request: asked.append(request.post_data_json) if "/nudge" in request.url else None
    )
    visitor.press("Home", "n")
    handle(visitor, "w[1]").wait_for()
    handle(visitor, "w[1]").focus()
    visitor.press("4", "Enter")
    visitor.has(r"^w, leaf, AccumulateGrad, value \[1, 4\]")
    visitor.press("End")
    visitor.has(r"^w, leaf, AccumulateGrad, value \[0.125, 0.5\]")
    assert [one.get("chapter") for one in asked] == [None, 0, None]
    visitor.press("Home")
    visitor.button("Back to 2").click()
    visitor.has(r"^w, leaf, AccumulateGrad, value \[1, 2\]")
    visitor.press("End")
    visitor.has(r"^w, leaf, AccumulateGrad, value \[0.125, 0.25\]")
