"""Functions with and without mistakes, for the tests of the checks and the record of what PyTorch finds."""

from autograd_studio.outline.forms import CustomOp
from autograd_studio.web.forms.custom_op_examples import EXAMPLES

_USE = "x = torch.tensor([1.0, 2.0], requires_grad=True)\nF.apply(x).backward(torch.ones(2))\n"
_DOUBLE = "def forward(ctx, x):\n    return x * 2\n"
_TWICE = "def backward(ctx, g):\n    return g * 2\n"


def _op(forward=_DOUBLE, backward=_TWICE, use=_USE):
    return CustomOp("F", forward, backward, use)


FUNCTIONS = {
    **EXAMPLES,
    "wrong_shape": _op(backward="def backward(ctx, g):\n    return torch.ones(5)\n"),
    "not_a_tuple": _op(backward="def backward(ctx, g):\n    return [g * 2]\n"),
    "returns_none": _op(backward="def backward(ctx, g):\n    return None\n"),
    "raises_in_backward": _op(backward="def backward(ctx, g):\n    raise ValueError('no')\n"),
    "raises_in_forward": _op(forward="def forward(ctx, x):\n    raise ValueError('no')\n"),
    "never_applied": _op(use="print('hello')\n"),
    "never_backward": _op(use="x = torch.ones(2, requires_grad=True)\nF.apply(x)\n"),
    "error_in_use": _op(use="x = torch.ones(2, requires_grad=True)\nF.apply(x)\nnothing\n"),
    "prints": _op(use="print('checks of mine')\n" + _USE),
    "extra_none": _op(backward="def backward(ctx, g):\n    return g * 2, None, None\n"),
    "gradient_for_a_number": _op(
        "def forward(ctx, x, k):\n    return x * k\n",
        "def backward(ctx, g):\n    return g * 2, torch.ones(2)\n",
        "x = torch.ones(2, requires_grad=True)\nF.apply(x, 2.0).backward(torch.ones(2))\n",
    ),
    "two_inputs": _op(
        "def forward(ctx, a, b):\n    ctx.save_for_backward(a, b)\n    return a * b\n",
        "def backward(ctx, g):\n    a, b = ctx.saved_tensors\n    return g * b, g * a\n",
        "a = torch.tensor([1.0, 2.0], requires_grad=True)\nb = torch.tensor([3.0, 4.0])\n"
        "F.apply(a, b).backward(torch.ones(2))\n",
    ),
    "two_outputs": _op(
        "def forward(ctx, x):\n    return x * 2, x * 3\n",
        "def backward(ctx, g, h):\n    return g * 2 + h * 3\n",
        "x = torch.tensor([1.0, 2.0], requires_grad=True)\n"
        "a, b = F.apply(x)\n(a + b).backward(torch.ones(2))\n",
    ),
    "matrix": _op(
        "def forward(ctx, x):\n    return x + x\n", _TWICE,
        "x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)\n"
        "F.apply(x).backward(torch.ones(2, 2))\n",
    ),
    "infinite": _op(
        "def forward(ctx, x):\n    ctx.save_for_backward(x)\n    return 1 / x\n",
        "def backward(ctx, g):\n    x, = ctx.saved_tensors\n    return -g / (x * x)\n",
        "x = torch.tensor([0.0, 2.0], requires_grad=True)\nF.apply(x).backward(torch.ones(2))\n",
    ),
    "too_large": _op(use="x = torch.ones(30, requires_grad=True)\nF.apply(x).backward(torch.ones(30))\n"),
}  # fmt: skip
