import torch
from torch.autograd import Function


class LinearFunction(Function):
    @staticmethod
    def forward(input, weight, bias):
        output = input.mm(weight.t())
        if bias is not None:
            output += bias.unsqueeze(0).expand_as(output)
        return output

    @staticmethod
    def setup_context(ctx, inputs, output):
        input, weight, bias = inputs
        ctx.save_for_backward(input, weight, bias)

    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias


torch.manual_seed(0)
args = (torch.randn(4, 3, dtype=torch.double, requires_grad=True),
        torch.randn(2, 3, dtype=torch.double, requires_grad=True),
        torch.randn(2, dtype=torch.double, requires_grad=True))
print(torch.autograd.gradcheck(LinearFunction.apply, args, eps=1e-6, atol=1e-4))
out = LinearFunction.apply(*args)
print(out.grad_fn.name(), out.shape)
out.sum().backward()
print(args[2].grad)
