"""The Expression page's form: the programs it writes, and the faults it names."""

import ast
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_engine.run import program as engine
from autograd_studio.outline.expression import program
from autograd_studio.outline.forms import EXAMPLE, MOST_INPUTS, Expression, Faulty, Input
from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline

A = Input("a", "[1.0, 2.0]")


def faults(form):
    found = outline(Asked(expression=form))
    assert found.program is None
    return {fault.cell: fault.message for fault in found.faults}


def ran(form):
    out = io.StringIO()
    result = engine.run(program(form), stdout=out)
    return out.getvalue(), result.error


def test_the_example_is_the_documentations():
    assert program(EXAMPLE) == (
        "import torch\n\n"
        "a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)\n"
        "b = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)\n"
        "c = torch.tensor([6.0, 7.0, 8.0], requires_grad=True)\n\n"
        "y = 3 * a + 2 * b * b + torch.log(c)\n"
        "gradient = torch.tensor([0.1, 1.0, 0.0001])\n"
        "y.backward(gradient)\n\n"
        'print("a.grad =", a.grad)\nprint("b.grad =", b.grad)\nprint("c.grad =", c.grad)\n'
    )


def test_the_example_runs():
    assert ran(EXAMPLE) == (
        "a.grad = tensor([3.0000e-01, 3.0000e+00, 3.0000e-04])\n"
        "b.grad = tensor([1.2000e+00, 1.6000e+01, 2.0000e-03])\n"
        "c.grad = tensor([1.6667e-02, 1.4286e-01, 1.2500e-05])\n",
        None,
    )


def test_calls_and_retain_graph():
    form = Expression((Input("x", "3.0"),), "x * x", calls=2, retain_graph=True)
    assert program(form).count("y.backward(retain_graph=True)") == 2
    assert ran(form) == ("x.grad = tensor(12.)\n", None)
    _, error = ran(Expression((Input("x", "3.0"),), "x * x", calls=2))
    assert "second time" in error["message"]


def test_names_that_the_inputs_take_are_left_to_them():
    form = Expression((Input("y", "1.0"), Input("gradient", "2.0"), Input("z", "3.0")), "y * gradient * z", "1.0")
    text = program(form)
    assert "out = y * gradient * z\n" in text
    assert "v = torch.tensor(1.0)\nout.backward(v)" in text


@pytest.mark.parametrize(
    ("form", "cell", "words"),
    [
        (Expression((), "1"), "inputs", "add a row"),
        (Expression((Input("", "1.0"),), "1"), "row 1, name", "missing"),
        (Expression((Input("2x", "1.0"),), "1"), "row 1, name", "not a valid Python name"),
        (Expression((Input("lambda", "1.0"),), "1"), "row 1, name", "not a valid Python name"),
        (Expression((Input("torch", "1.0"),), "1"), "row 1, name", "is reserved"),
        (Expression((A, Input("a", "1.0")), "a"), "row 2, name", "another row"),
        (Expression((Input("ﬁ", "1.0"), Input("fi", "1.0")), "fi"), "row 2, name", "another row"),
        (Expression((Input("a", ""),), "a"), "row 1, value", "is empty"),
        (Expression((Input("a", "[1.0, [2.0]]"),), "a"), "row 1, value", "different lengths"),
        (Expression((Input("a", "[1.0, 2.0"),), "a"), "row 1, value", "not valid Python"),
        (Expression((Input("a", "'1'"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "None"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "{1.0: 2.0}"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "1j"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "__import__('os')"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "[1, 2]"),), "a"), "row 1, value", "integers cannot"),
        (Expression((Input("a", "9" * 5000),), "a"), "row 1, value", "longer than"),
        (Expression((A,), ""), "expression", "is empty"),
        (Expression((A,), "a = 3"), "expression", "not valid Python"),
        (Expression((A,), "a); import os; (a"), "expression", "not valid Python"),
        (Expression((A,), "a * a + c"), "expression", "'c'"),
        (Expression((A,), "(" * 500 + "a" + ")" * 500), "expression", "not valid Python"),
        (Expression((A,), "a", gradient="[1.0, x]"), "upstream gradient", "only numbers"),
        (Expression((A,), "a", calls=11), "calls to backward", "between 1 and 10"),
        (Expression((A,), "a", calls=0), "calls to backward", "between 1 and 10"),
        (Expression((A,) * (MOST_INPUTS + 1), "a"), "inputs", "more than 20"),
        (Expression((A,), "a" + "+a" * 1500), "expression", "nested too deeply"),
        (Expression((A,), "0x" + "f" * 3990), "expression", "not valid Python"),
        (Expression((Input("a", "-" * 1500 + "1"),), "a"), "row 1, value", "nested too deeply"),
        (Expression((Input("a", "0x" + "f" * 3990),), "a"), "row 1, value", "not valid Python"),
        (Expression((Input("a", "9" * 400 + "+1j"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "{[]: 1}"),), "a"), "row 1, value", "only numbers"),
        (Expression((Input("a", "1\0"),), "a"), "row 1, value", "not valid Python"),
        (Expression((Input("n" * 201, "1.0"),), "1"), "row 1, name", "longer than"),
    ],
)
def test_a_fault_names_its_cell(form, cell, words):
    assert words in faults(form)[cell]


def test_all_faults_are_named_at_once():
    form = Expression((Input("1", "x"), Input("b", "[")), "c +", "{}")
    assert list(faults(form)) == ["row 1, value", "row 2, value", "upstream gradient", "row 1, name", "expression"]
    form = Expression((Input("1" * 201, "x" * 4001),), "c", calls=0)
    assert list(faults(form)) == ["row 1, name", "row 1, value", "calls to backward"]


def test_names_without_an_input_are_told_in_their_order():
    with pytest.raises(Faulty) as caught:
        program(Expression((A,), "(p + q) * a + r", ""))
    assert [fault.message[-4:] for fault in caught.value.faults] == ["'p'.", "'q'.", "'r'."]


def test_integers_are_allowed_where_no_gradient_is_required():
    assert "k = torch.tensor([1, 2])\n" in program(Expression((A, Input("k", "[1, 2]", False)), "a * k", "[1.0, 1.0]"))


def test_names_inside_the_expression_are_its_own():
    assert "sum" in program(Expression((A,), "sum(t for t in a) + (lambda q: q)(1.0)"))


@given(
    st.builds(Input, st.text(max_size=8), st.text(max_size=20), st.booleans()),
    st.text(max_size=30),
    st.text(max_size=20),
)
def test_whatever_is_typed_gives_a_program_or_faults(row, expression, gradient):
    """No cell can break out of its place: the program has exactly the statements of the form."""
    form = Expression((row, A), expression, gradient)
    try:
        text = program(form)
    except Faulty as fault:
        assert fault.faults
        return
    kinds = [type(node).__name__ for node in ast.parse(text).body]
    assert kinds[:4] == ["Import", "Assign", "Assign", "Assign"]
    assert set(kinds[4:]) <= {"Assign", "Expr"}
    assert len(kinds) == 6 + bool(gradient.strip()) + row.requires_grad
