"""The prompt in the drawer."""

import pytest

pytestmark = pytest.mark.thorough

PROGRAM = """import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
total = (x * 3).sum()
total.backward()
"""


def test_expressions_are_evaluated_at_the_step_and_come_back(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(PROGRAM)
    visitor.has("^total, result")
    line = visitor.page.get_by_role("textbox", name="Evaluate an expression at this step")
    said = visitor.page.get_by_role("log", name="Answers of the prompt")

    visitor.slider.focus()
    visitor.press("Home", ">")
    visitor.page.keyboard.type("x.grad is None")
    visitor.press("Enter")
    said.get_by_text("True", exact=True).wait_for()
    assert visitor.step == 1
    visitor.page.keyboard.type("total")
    visitor.press("Enter")
    said.get_by_text("NameError: name 'total' is not defined").wait_for()

    visitor.slider.focus()
    visitor.press("End", ">", "ArrowUp")
    assert line.input_value() == "total"
    visitor.press("ArrowUp", "Enter")
    said.get_by_text("False", exact=True).wait_for()
    visitor.press("ArrowUp", "ArrowUp", "Enter")
    said.get_by_text("tensor(9., grad_fn=<SumBackward0>)").wait_for()
    visitor.press("Escape")
    line.wait_for(state="hidden")
