"""The Expression, Custom op and Gallery pages as a visitor meets them."""

import re

import pytest

pytestmark = pytest.mark.thorough


def test_an_expression_becomes_a_program(visit):
    visitor = visit("expression")
    visitor.ready()
    field = visitor.page.get_by_role("textbox", name="Expression")
    field.fill("a * b - c")
    field.press("Enter")
    visitor.has("^y, result.*SubBackward0")
    visitor.button("Open as a program").click()
    visitor.editor().wait_for()
    visitor.ready()
    assert "y = a * b - c" in visitor.written()
    visitor.page.wait_for_url("**program=*")


def test_a_row_is_added_and_used(visit):
    visitor = visit("expression")
    visitor.ready()
    visitor.button("Add an input").click()
    visitor.page.get_by_role("textbox", name="Value").nth(3).fill("[7.0, 8.0, 9.0]")
    field = visitor.page.get_by_role("textbox", name="Expression")
    field.fill("a + d")
    field.press("Enter")
    visitor.has("^d, leaf.*value \\[7, 8, 9\\]|^d, leaf")


def test_a_fault_names_its_cell(visit):
    visitor = visit("expression")
    visitor.ready()
    field = visitor.page.get_by_role("textbox", name="Upstream gradient")
    field.fill("[0.1, <b>")
    field.press("Enter")
    visitor.sees("upstream gradient: is not valid Python")
    visitor.has("^a, leaf")


def test_an_expressions_link_opens_it_elsewhere(visit):
    visitor = visit("expression")
    visitor.ready()
    field = visitor.page.get_by_role("textbox", name="Expression")
    field.fill("c / a")
    field.press("Enter")
    visitor.has("DivBackward0")
    other = visit(visitor.page.url)
    other.ready()
    assert other.page.get_by_role("textbox", name="Expression").input_value() == "c / a"


def test_a_forgotten_clone_is_found_and_mended(visit):
    visitor = visit("custom_op")
    visitor.ready()
    visitor.sees("backward did not modify grad_output.")
    visitor.sees("all right")
    text = visitor.written("Backward")
    visitor.write(text.replace("grad_output.clone()", "grad_output"), "Backward")
    visitor.press("ControlOrMeta+Enter")
    visitor.sees("Your backward modified grad_output")
    visitor.page.get_by_text(re.compile(r"^\d wrong$")).wait_for()
    visitor.write(text, "Backward")
    visitor.button("Run").click()
    visitor.sees("backward did not modify grad_output.")


def test_a_wrong_derivative_shows_its_tables(visit):
    visitor = visit("custom_op")
    visitor.ready()
    visitor.choose("A wrong derivative", "Start from")
    visitor.sees("differs from finite differences")
    tables = visitor.page.get_by_role("table")
    tables.nth(2).wait_for()
    assert "12" in tables.nth(1).inner_text()
    assert "8" in tables.nth(0).inner_text()


def test_a_mistake_in_a_cell_is_marked_in_that_cell(visit):
    visitor = visit("custom_op")
    visitor.ready()
    visitor.write("def forward(ctx, input)\n    return input\n", "Forward")
    visitor.button("Run").click()
    visitor.page.get_by_role("alert").filter(has_text="Line 1: expected ':'").wait_for()


def test_the_gallery_opens_a_program_at_its_step(visit):
    visitor = visit("gallery")
    visitor.page.get_by_role("link", name="One tensor used three times").click()
    visitor.ready()
    visitor.has("^x, leaf")
    assert "lesson=fan-out" in visitor.page.url
    assert "It has 1 of 3 contributions" in visitor.status.inner_text()
    visitor.editor().wait_for()
    assert "x * x + x" in visitor.written()


def test_a_page_opened_first_on_a_fresh_server_has_its_frame(visit):
    visitor = visit("gallery")
    visitor.page.get_by_role("heading", name="Gallery", level=1).wait_for()
    visitor.page.get_by_role("link", name="Expression").wait_for()
