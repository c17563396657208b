"""The sizes of gradients on the graph, in the legend and as a file."""

import re

import pytest

pytestmark = pytest.mark.thorough

PROGRAM = """import torch
x = torch.tensor([1.0, -2.0], requires_grad=True)
dead = torch.relu(-x.abs())
y = (x * 1000).sum() + dead.sum()
y.backward()
"""


def test_the_largest_and_the_dead_are_told_and_can_be_taken_away(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(PROGRAM)
    visitor.has("^dead, result")
    visitor.press("Home", "m")
    visitor.sees("No gradient has arrived yet.")
    assert visitor.page.locator(".box[data-size]").count() == 0, "nothing is ahead of the step"
    visitor.press("End")
    legend = visitor.page.get_by_role("region", name="Size of the gradients")
    legend.get_by_text(re.compile(r"Largest: x, 1400\. Smallest: .*, 1\. 2 are 0\.")).wait_for()
    legend.get_by_text("All sizes").click()
    row = legend.get_by_role("row").filter(has_text="x * 1000")
    assert row.first.inner_text().split("\t") == ["x * 1000", "1.4", "1", "0 %"]
    assert visitor.page.locator(".box[data-size=zero]").count() == 2
    assert visitor.page.locator(".wires .passed:visible").count() == 0, "no line runs through a number"
    legend.get_by_role("button", name="x.abs()", exact=True).click()
    visitor.page.get_by_role("heading", name="x.abs()", exact=True).first.wait_for()
    visitor.press("Escape", "m")
    legend.wait_for(state="hidden")
    assert visitor.page.locator(".box[data-size]").count() == 0

    with visitor.page.expect_download() as saved:
        visitor.more("Sizes of gradients (.csv)")
    text = saved.value.path().read_text()
    assert text.startswith("run,iteration,name,") and "\n1,,x,AccumulateGrad,,2,2," in text
