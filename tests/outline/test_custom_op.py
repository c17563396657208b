"""The Custom op page's form: the programs it writes, and the faults it names."""

import ast
import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_studio.outline.custom_op import program
from autograd_studio.outline.forms import CustomOp, Faulty
from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline
from autograd_studio.web.forms.custom_op_examples import EXAMPLES

RELU = EXAMPLES["MyReLU"]


def faults(**changes):
    found = outline(Asked(custom_op=dataclasses.replace(RELU, **changes)))
    assert found.program is None
    return {fault.cell: (fault.line, fault.message) for fault in found.faults}


def test_my_relu():
    assert program(RELU)[0] == (
        "import torch\n\n\n"
        "class MyReLU(torch.autograd.Function):\n"
        "    @staticmethod\n"
        "    def forward(ctx, input):\n"
        "        ctx.save_for_backward(input)\n"
        "        return input.clamp(min=0)\n\n"
        "    @staticmethod\n"
        "    def backward(ctx, grad_output):\n"
        "        input, = ctx.saved_tensors\n"
        "        grad_input = grad_output.clone()\n"
        "        grad_input[input < 0] = 0\n"
        "        return grad_input\n\n\n"
        "x = torch.tensor([-1.0, 2.0], requires_grad=True)\n"
        "q = x * 1\n"
        "p = MyReLU.apply(x)\n"
        "(p + q).backward(torch.tensor([0.1, 1.0]))\n"
        "print(x.grad)\n"
    )


@pytest.mark.parametrize("form", EXAMPLES.values(), ids=EXAMPLES)
def test_every_line_knows_where_it_came_from(form):
    written = outline(Asked(custom_op=form))
    known = 0
    for number, line in enumerate(written.program.splitlines(), 1):
        origin = written.cell_of(number)
        if origin is not None:
            cell, at = origin
            assert line.strip() == getattr(form, cell).splitlines()[at - 1].strip()
            known += 1
    assert known == sum(len(getattr(form, cell).rstrip().splitlines()) for cell in ("forward", "backward", "use"))
    assert written.cell_of(None) is None
    assert written.cell_of(10_000) is None


@pytest.mark.parametrize("form", EXAMPLES.values(), ids=EXAMPLES)
def test_without_the_use_there_is_only_the_class(form):
    text = outline(Asked(custom_op=form)).before("use")
    assert [type(node).__name__ for node in ast.parse(text).body] == ["Import", "ClassDef"]


def test_indented_and_decorated_functions_are_taken_as_they_are():
    forward = "    # doubles\n    @staticmethod\n    def forward(ctx, x):\n\n        return x * 2"
    text = program(dataclasses.replace(RELU, forward=forward))[0]
    assert "    # doubles\n    @staticmethod\n    def forward(ctx, x):\n\n        return x * 2\n" in text


def test_setup_context_may_stand_beside_forward():
    forward = "def forward(x):\n    return x * 2\n\ndef setup_context(ctx, inputs, output):\n    pass\n"
    assert program(dataclasses.replace(RELU, forward=forward))[0].count("@staticmethod") == 3


@pytest.mark.parametrize(
    ("changes", "cell", "line", "words"),
    [
        ({"name": "My ReLU"}, "name", None, "not a valid Python name"),
        ({"name": ""}, "name", None, "missing"),
        ({"name": "torch"}, "name", None, "is reserved"),
        ({"forward": "def forward(ctx, x)\n    return x"}, "forward", 1, "expected ':'"),
        ({"forward": "def forwards(ctx, x):\n    return x"}, "forward", None, "is missing"),
        ({"backward": ""}, "backward", None, "is missing"),
        ({"backward": "def backward(ctx, g):\n    return g\nprint(1)"}, "backward", 3, "only functions"),
        ({"use": "x = (1,\n"}, "use", 1, "never closed"),
        ({"use": "x = 1\n" * 5000}, "use", None, "longer than"),
        ({"use": "x = '\0'"}, "use", None, "null"),
    ],
)
def test_a_fault_names_its_cell_and_line(changes, cell, line, words):
    found = faults(**changes)
    assert found[cell][0] == line
    assert words in found[cell][1]


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_typed_gives_a_program_or_faults(forward, backward, use):
    form = CustomOp("F", f"def forward(ctx):\n    return 1\n{forward}", f"def backward(ctx):\n    {backward}", use)
    try:
        text, _ = program(form)
    except Faulty as fault:
        assert fault.faults
        return
    assert [type(node).__name__ for node in ast.parse(text).body[:2]] == ["Import", "ClassDef"]
