"""The helpers for other people's tests."""

import pytest

from autograd_studio.testing import assert_same_steps, gradcheck

ONE = "import torch\nx = torch.tensor([2.0, 3.0], requires_grad=True)\ny = x * x\ny.sum().backward()\n"


def test_the_same_steps():
    assert_same_steps(ONE, "import torch\n# a comment\n" + ONE.partition("\n")[2])


@pytest.mark.parametrize(
    ("change", "said"),
    [(("x * x", "x + x"), "line 3"), (("3.0", "4.0"), "4"), (("y.sum().backward()", "y.sum()"), "line 4")],
)
def test_where_they_differ(change, said):
    with pytest.raises(AssertionError, match=said):
        assert_same_steps(ONE, ONE.replace(*change))


def test_gradcheck_writes_the_page(torch, tmp_path):
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.exp()

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.saved_tensors[0]

    x = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
    assert gradcheck(torch.exp, x)
    page = tmp_path / "wrong.html"
    with pytest.raises(AssertionError, match=r"Jacobian mismatch[\s\S]*wrong\.html"):
        gradcheck(Wrong.apply, x, page=page)
    assert "<title>test_testing.py</title>" in page.read_text(encoding="utf-8")
    assert x.grad is None
