"""The forms that write a program, Expression and Custom op, as a visitor meets them."""

import json
import re
from dataclasses import replace

import pytest

from autograd_studio.outline.forms import EXAMPLE
from autograd_studio.web.forms.custom_op_examples import EXAMPLES
from tests.support.links import form_token

from .asking import open_link

pytestmark = pytest.mark.thorough

CUBE = EXAMPLES["A wrong derivative"]


def link(page, form):
    """Return the address of a form."""
    return f"{page}?form={form_token(form)}"


def field(visitor, name):
    return visitor.page.get_by_role("textbox", name=name, exact=True)


def has_written(visitor, text):
    """Wait until the program that the form writes has a line."""
    visitor.editor().get_by_text(text).first.wait_for()


@pytest.fixture
def expression(visit):
    visitor = visit("expression")
    visitor.ready()
    return visitor


@pytest.fixture
def custom_op(visit):
    visitor = visit("custom_op")
    visitor.ready()
    visitor.sees("all right")
    return visitor


# ---- Expression


def test_an_expression_becomes_a_program(expression):
    assert "y = 3 * a + 2 * b * b + torch.log(c)" in expression.written()
    field(expression, "Expression").fill("a * b - c")
    expression.has("^y, result.*SubBackward0")
    expression.button("Edit as a program").click()
    expression.page.wait_for_url("**program=*")
    expression.sees("y = a * b - c")
    assert "y = a * b - c" in expression.written()


def test_rows_are_added_and_removed(expression):
    expression.button("Add an input").click()
    field(expression, "Value of d").fill("[7.0, 8.0, 9.0]")
    field(expression, "Expression").fill("a + d")
    expression.has("^d, leaf")
    expression.button("Remove a").click()
    expression.sees("There is no input named 'a'.")
    field(expression, "Expression").fill("d * b")
    has_written(expression, "y = d * b")
    assert "a = " not in expression.written()
    assert not expression.page.get_by_text("There is no input").count()


def test_there_are_no_more_rows_than_a_form_may_have(expression):
    for _ in range(17):
        expression.button("Add an input").click()
    assert field(expression, "Value of t").input_value() == "1.0"
    assert not expression.button("Add an input").count()


def test_a_fault_names_its_cell_and_the_last_graph_stays(expression):
    before = expression.written()
    field(expression, "Value of b").fill("[1.0, <b>")
    fault = expression.page.get_by_role("alert").filter(has_text="Not valid Python: write a number")
    fault.wait_for()
    assert field(expression, "Value of b").get_attribute("aria-invalid") == "true"
    described = field(expression, "Value of b").get_attribute("aria-describedby")
    assert fault.locator(f"[id='{described}']").count() == 1
    assert field(expression, "Value of a").get_attribute("aria-invalid") == "false"
    expression.sees("The graph still shows the last valid version.")
    assert expression.written() == before
    expression.has("^a, leaf")


def test_calls_of_backward_and_what_requires_a_gradient(expression):
    expression.page.get_by_role("spinbutton", name="Calls to backward()").fill("3")
    expression.page.get_by_role("checkbox", name="retain_graph").check()
    has_written(expression, "y.backward(gradient, retain_graph=True)")
    expression.page.get_by_role("checkbox", name="c requires a gradient").uncheck()
    has_written(expression, "c = torch.tensor([6.0, 7.0, 8.0])")
    assert expression.written().count("y.backward(gradient, retain_graph=True)") == 3


def test_fast_typing_asks_for_the_last_text_alone(expression):
    asked = []
    expression.page.on(
        "request", lambda request: asked.append(request.url) if request.url.endswith("outline") else None
    )
    field(expression, "Expression").press("End")
    field(expression, "Expression").press_sequentially(" + a*a*a*a", delay=20)
    has_written(expression, "+ a * a * a * a")
    assert 1 <= len(asked) <= 3


def test_an_expressions_link_opens_it_elsewhere(visit, expression):
    field(expression, "Expression").fill("c / a")
    expression.has("DivBackward0")
    expression.page.wait_for_url("**form=*")
    other = visit(expression.page.url)
    other.ready()
    assert field(other, "Expression").input_value() == "c / a"
    has_written(other, "y = c / a")


@pytest.mark.parametrize("page", ["expression", "custom_op"])
def test_a_broken_form_opens_the_example(visit, page):
    visitor = visit(f"{page}?form=AAAA")
    visitor.ready()
    visitor.sees(re.compile("link is broken"))
    visitor.has("^x, leaf|^a, leaf")


def test_a_linked_expression_asks_however_it_is_edited(visit, studio):
    visitor, sent = open_link(visit, studio, link("expression", replace(EXAMPLE, expression="a / b")))
    visitor.button("Run this program").wait_for()
    field(visitor, "Value of a").fill("[1.0, 2.0, 4.0]")
    visitor.page.wait_for_timeout(1000)
    visitor.button("Run this program").wait_for()
    visitor.button("Edit as a program").click()
    visitor.page.wait_for_url("**program=*")
    visitor.button("Run this program").and_(visitor.page.locator(":visible")).wait_for()
    assert sent and all(is_foreign for _, is_foreign in sent)


def test_a_linked_expression_runs_when_confirmed_and_then_as_ones_own(visit, studio):
    visitor, sent = open_link(visit, studio, link("expression", replace(EXAMPLE, expression="a / b")))
    visitor.button("Run this program").click()
    visitor.has("DivBackward0")
    field(visitor, "Expression").fill("a - b")
    visitor.has("SubBackward0")
    assert [is_foreign for _, is_foreign in sent] == [True, False, False]


# ---- Custom op


def test_a_right_function_is_right(custom_op):
    custom_op.sees("backward did not modify grad_output.")
    custom_op.sees("Each gradient has the shape of its input.")
    assert not custom_op.page.get_by_label("wrong:").count()
    assert custom_op.page.get_by_role("textbox").filter(visible=True).count() == 4, "the program is in its cells alone"


def test_a_forgotten_clone_is_found_and_mended(custom_op):
    text = custom_op.written("Backward")
    custom_op.run_program(text.replace("grad_output.clone()", "grad_output"), "Backward")
    custom_op.sees("Your backward modified grad_output")
    custom_op.page.get_by_text(re.compile(r"^\d wrong$")).wait_for()
    custom_op.write(text, "Backward")
    custom_op.button("Run").click()
    custom_op.sees("backward did not modify grad_output.")


def test_a_wrong_derivative_shows_its_tables(custom_op):
    custom_op.page.get_by_role("combobox", name="Start from").select_option("A wrong derivative")
    custom_op.sees("differs from finite differences")
    assert field(custom_op, "Name").input_value() == "Cube"
    analytic = custom_op.page.get_by_role("region", name="Analytic, from your backward")
    assert analytic.inner_text().split() == ["2", "0", "0", "8"]
    numeric = custom_op.page.get_by_role("region", name="Numeric, from finite differences").inner_text().split()
    assert [round(float(number)) for number in numeric] == [3, 0, 0, 12]
    assert "4" in custom_op.page.get_by_role("region", name="Difference", exact=True).inner_text().split()


def test_an_error_is_marked_in_the_cell_it_came_from(custom_op):
    custom_op.run_program("def backward(ctx, g):\n    return nothing\n", "Backward")
    fault = custom_op.page.get_by_role("alert").filter(has_text="Line 2: NameError: name 'nothing' is not defined")
    fault.wait_for()
    assert fault.count() == 1
    fault.get_by_role("button").click()
    assert custom_op.focused() == "Backward"


def test_a_cell_that_is_not_python_is_marked_and_the_last_graph_stays(custom_op):
    custom_op.run_program("def forward(ctx, input)\n    return input\n", "Forward")
    custom_op.page.get_by_role("alert").filter(has_text="Line 1: Expected ':'").wait_for()
    custom_op.sees("The graph still shows the last valid version.")
    custom_op.has("MyReLU")


def test_the_custom_op_opens_as_a_program_and_by_its_link(visit):
    visitor = visit(link("custom_op", CUBE))
    visitor.ready()
    visitor.sees("differs from finite differences")
    visitor.button("Edit as a program").click()
    visitor.page.wait_for_url("**program=*")
    visitor.sees("class")
    assert "class Cube" in visitor.written()


def test_a_linked_custom_op_and_its_checks_run_only_when_confirmed(visit, studio):
    visitor, sent = open_link(visit, studio, link("custom_op", CUBE))
    visitor.button("Run this program").wait_for()
    assert not visitor.page.get_by_text("Checks").count()
    assert sent and all(is_foreign for _, is_foreign in sent)
    del sent[:]
    visitor.button("Run this program").click()
    visitor.sees("differs from finite differences")
    visitor.has("Cube")
    assert {route for route, _ in sent} == {"run", "check"}
    assert not any(is_foreign for _, is_foreign in sent)


def test_of_many_arguments_only_the_first_tables_are_shown(visit):
    visitor = visit("expression")
    visitor.ready()
    table = {"analytic": [[1.0]], "numeric": [[2.0]], "difference": [[1.0]], "agrees": False}
    found = {"kind": "checks", "findings": [], "comparisons": [{"argument": number, **table} for number in range(60)]}
    visitor.page.route("**/check", lambda route: route.fulfill(body=json.dumps(found) + "\n"))
    visitor.page.get_by_role("radio", name="Custom op").click()
    visitor.sees("Only the tables of the first 10 arguments are shown.")
    assert visitor.page.get_by_role("region", name="Difference", exact=True).count() == 10
