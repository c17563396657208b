import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        result = torch.exp(x) * scale
        ctx.save_for_backward(result)
        ctx.scale = ctx.variable = scale
        return result

    @staticmethod
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * result, None


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(x, levels):
        return torch.round(x * levels) / levels, x.abs() < 1

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output[1])
        ctx.mark_non_differentiable(output[1])

    @staticmethod
    def backward(ctx, grad, _):
        (inside,) = ctx.saved_tensors
        return grad * inside, None


x = torch.tensor([0.1, 0.7, -1.3], requires_grad=True)
rounded, inside = RoundSTE.apply(x, 4)
y = Exp.apply(rounded, 2.0)
y.sum().backward()
print(x.grad, inside, torch.autograd.gradcheck(lambda t: Exp.apply(t, 1.0), x.detach().double().requires_grad_()))
