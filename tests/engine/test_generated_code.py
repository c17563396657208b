"""docs/generated/mul.py is what the engine generates today."""

from autograd_engine import torch
from tools.generated_code import SHOWN, text


def test_the_generated_code_is_shown_as_it_is():
    assert SHOWN.read_text(encoding="utf-8") == text(torch.Tensor.mul.op)


def test_it_is_python():
    compile(SHOWN.read_text(encoding="utf-8"), str(SHOWN), "exec")
