"""How often gradcheck and gradgradcheck call the function and its backward, and what they leave of an inner tensor."""

import torch


class Square(torch.autograd.Function):
    forwards = backwards = 0

    @staticmethod
    def forward(ctx, x):
        Square.forwards += 1
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        Square.backwards += 1
        return 2 * ctx.saved_tensors[0] * g


def both(x, y):
    return Square.apply(x) * y, Square.apply(y)


x = torch.tensor([0.5, -2.0], dtype=torch.double, requires_grad=True)
y = torch.tensor([1.0, 3.0], dtype=torch.double, requires_grad=True)
for check in (torch.autograd.gradcheck, torch.autograd.gradgradcheck):
    for undefined in (True, False):
        Square.forwards = Square.backwards = 0
        print(check(both, (x, y), check_undefined_grad=undefined), Square.forwards, Square.backwards)

calls = []
print(torch.autograd.gradcheck(lambda t: calls.append(t) or torch.ones(2), x), len(calls))

inner = x * 2
print(torch.autograd.gradcheck(torch.exp, (inner,)), inner.retains_grad)
