import torch


class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b, name):
        print(name, ctx.needs_input_grad)
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        print('backward', ctx.needs_input_grad)
        a, b = ctx.saved_tensors
        return (g * b if ctx.needs_input_grad[0] else None,
                g * a if ctx.needs_input_grad[1] else None, None)


a = torch.tensor(2.0, requires_grad=True)
c = torch.tensor(5.0)
Mul.apply(a, c, 'left').backward()
Mul.apply(c, a, 'right').backward()
out = Mul.apply(c, c, 'none')
print(out, a.grad)
