"""Long loops: any iteration can be seen, those that were left out after another run."""

import re

import pytest

LONG = """import torch
torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
x = torch.randn(8, 3)
opt = torch.optim.Adam([w], lr=0.01)
for step in range(900):
    loss = ((x @ w - x.sum(1)) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item() < 1)
"""


@pytest.fixture
def long(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(LONG)
    visitor.page.locator(".chapters .gap").wait_for()
    visitor.page.locator("[role=slider]:focus").wait_for()
    visitor.press("End")
    visitor.open_output()
    visitor.page.locator(".output").get_by_text("True").last.wait_for()
    return visitor.page


def awaited(page, number):
    label = page.locator(".chapters b", has_text=re.compile(rf"iteration {number} of 900"))
    label.wait_for()


def test_an_iteration_that_was_left_out_is_a_number_away(long):
    field = long.get_by_role("spinbutton", name="Go to iteration")
    field.fill("450")
    field.press("Enter")
    awaited(long, 450)
    assert long.locator(".chapters .gap").count() == 2
    field.fill("3")
    field.press("Enter")
    awaited(long, 3)


def test_a_click_into_what_was_left_out_shows_it(long):
    gap = long.locator(".chapters .gap")
    assert "iterations are left out" in gap.get_attribute("title")
    gap.click()
    long.locator(".chapters .gap").nth(1).wait_for()
    number = int(re.search(r"iteration (\d+)", long.locator(".chapters b").inner_text())[1])
    assert 400 < number < 800
