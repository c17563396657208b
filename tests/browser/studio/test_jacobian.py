"""The Jacobian's page as a visitor meets it: the matrix, and what a seed and a direction make of it."""

import re

import pytest

from tests.support.links import token

from .asking import open_link

PROGRAM = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x * x\nz = y.sum()\nz.backward()\n"

pytestmark = pytest.mark.thorough


@pytest.fixture
def jacobian(visit):
    visitor = visit("jacobian")
    said(visitor, "vᵀJ = 1 · row y[0] + 1 · row y[1] + 1 · row y[2] = [3, 6, 1]")
    return visitor


def said(visitor, text):
    """Wait until a product is written out so."""
    visitor.page.get_by_text(text, exact=True).wait_for()


def slider(visitor, name):
    return visitor.page.get_by_role("slider", name=name, exact=True)


def field(visitor, name):
    return visitor.page.get_by_role("textbox", name=name, exact=True)


def test_the_rows_that_the_seed_picks_are_added_up(jacobian):
    jacobian.button("y[1]: set v to 1 here and 0 elsewhere").click()
    said(jacobian, "vᵀJ = 1 · row y[1] = [0, 4, 0]")
    said(jacobian, "Ju = 1 · column x[0] + 1 · column x[1] + 1 · column x[2] = [3, 4, 3]")
    assert slider(jacobian, "v at y[1]").input_value() == "1"
    slider(jacobian, "v at y[0]").fill("-0.5")
    said(jacobian, "vᵀJ = −0.5 · row y[0] + 1 · row y[1] = [−1, 3.5, 0]")
    slider(jacobian, "u at x[2]").press("ArrowLeft")
    said(jacobian, "Ju = 1 · column x[0] + 1 · column x[1] + 0.9 · column x[2] = [3, 4, 2.9]")
    jacobian.button("v = 1 everywhere").click()
    said(jacobian, "vᵀJ = 1 · row y[0] + 1 · row y[1] + 1 · row y[2] = [3, 6, 1]")


def test_a_cell_is_told_in_words(jacobian):
    jacobian.page.get_by_role("cell", name="4", exact=True).first.hover()
    jacobian.sees("y[1] grows by 4 for each 1 that x[1] grows.")


def test_it_opens_on_a_box_of_a_program_and_by_its_link(visit):
    visitor = visit(f"jacobian?program={token(PROGRAM)}&output=y&input=x&line=3")
    said(visitor, "vᵀJ = 1 · row y[0] + 1 · row y[1] = [2, 4]")
    field(visitor, "Output").fill("3 * y")
    field(visitor, "Output").press("Enter")
    visitor.sees(re.compile(r"^vᵀJ.* = \[6, 12\]$"))
    visitor.page.wait_for_url("**form=*")
    again = visit(visitor.page.url)
    again.sees(re.compile(r"^vᵀJ.* = \[6, 12\]$"))
    assert field(again, "Output").input_value() == "3 * y"


def test_what_has_no_jacobian_is_explained(jacobian):
    field(jacobian, "Output").fill("nothing")
    jacobian.button("Run").click()
    jacobian.sees("NameError: name 'nothing' is not defined")
    field(jacobian, "Output").fill("y +")
    jacobian.button("Run").click()
    jacobian.sees(re.compile("'y \\+' is not an expression"))
    jacobian.sees("The graph is still there right after the line that computes the output: give its number.")


def test_a_fault_is_marked_and_the_last_matrix_stays(jacobian):
    jacobian.run_program("x = (\n")
    jacobian.page.get_by_role("alert").filter(has_text="Line 1").first.wait_for()
    said(jacobian, "vᵀJ = 1 · row y[0] + 1 · row y[1] + 1 · row y[2] = [3, 6, 1]")


def test_a_large_matrix_is_cut_and_has_choices_for_sliders(jacobian):
    jacobian.run_program("import torch\nx = torch.ones(40, requires_grad=True)\ny = x * 2\n")
    jacobian.sees(re.compile("The whole matrix has 40 rows and 40 columns"))
    assert not jacobian.page.get_by_role("slider").filter(visible=True).count()
    jacobian.page.get_by_role("combobox", name="seed v").select_option("1 for y[3] alone")
    jacobian.sees(re.compile(r"^vᵀJ = 1 · row y\[3\] = \[0, 0, 0, 2, 0"))


def test_a_linked_pair_asks_before_it_runs(visit, studio):
    visitor, sent = open_link(visit, studio, f"jacobian?program={token(PROGRAM)}&output=y&input=x&line=3")
    visitor.button("Run this program").click()
    said(visitor, "vᵀJ = 1 · row y[0] + 1 · row y[1] = [2, 4]")
    assert sent == [("check", True), ("check", False)]


def test_a_broken_link_opens_the_example(visit):
    visitor = visit("jacobian?form=AAAA")
    visitor.page.get_by_role("alert").filter(has_text="example instead").wait_for()
    said(visitor, "vᵀJ = 1 · row y[0] + 1 · row y[1] + 1 · row y[2] = [3, 6, 1]")
