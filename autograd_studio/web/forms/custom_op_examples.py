"""What the Custom op page can start from."""

from autograd_studio.outline.forms import CustomOp

from ...catalogue import say

RELU_FORWARD = """\
def forward(ctx, input):
    ctx.save_for_backward(input)
    return input.clamp(min=0)
"""

RELU_USE = """\
x = torch.tensor([-1.0, 2.0], requires_grad=True)
q = x * 1
p = MyReLU.apply(x)
(p + q).backward(torch.tensor([0.1, 1.0]))
print(x.grad)
"""

EXAMPLES: dict[str, CustomOp] = {
    "MyReLU": CustomOp(
        "MyReLU",
        RELU_FORWARD,
        """\
def backward(ctx, grad_output):
    input, = ctx.saved_tensors
    grad_input = grad_output.clone()
    grad_input[input < 0] = 0
    return grad_input
""",
        RELU_USE,
    ),
    say("web.custom_op.clone"): CustomOp(
        "MyReLU",
        RELU_FORWARD,
        """\
def backward(ctx, grad_output):
    input, = ctx.saved_tensors
    grad_output[input < 0] = 0
    return grad_output
""",
        RELU_USE,
    ),
    say("web.custom_op.exp"): CustomOp(
        "Exp",
        """\
def forward(ctx, x):
    result = torch.exp(x)
    ctx.save_for_backward(result)
    return result
""",
        """\
def backward(ctx, grad_output):
    result, = ctx.saved_tensors
    return grad_output * result
""",
        """\
x = torch.tensor([0.0, 1.0], requires_grad=True)
y = Exp.apply(x)
y.backward(torch.tensor([1.0, 10.0]))
print(x.grad)
""",
    ),
    say("web.custom_op.derivative"): CustomOp(
        "Cube",
        """\
def forward(ctx, x):
    ctx.save_for_backward(x)
    return x ** 3
""",
        """\
def backward(ctx, grad_output):
    x, = ctx.saved_tensors
    return grad_output * 2 * x ** 2
""",
        """\
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Cube.apply(x)
y.sum().backward()
print(x.grad)
""",
    ),
    say("web.custom_op.too_few"): CustomOp(
        "Scale",
        """\
def forward(ctx, x, factor):
    ctx.factor = factor
    return x * factor
""",
        """\
def backward(ctx, grad_output):
    return grad_output * ctx.factor
""",
        """\
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Scale.apply(x, 3.0)
y.backward(torch.ones(2))
print(x.grad)
""",
    ),
}
