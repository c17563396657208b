import torch

class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output
        grad_input[input < 0] = 0
        return grad_input

x = torch.tensor([-1.0, 2.0, -3.0], requires_grad=True)
skip = x * 1
out = skip + MyReLU.apply(x)
out.backward(torch.ones(3))
print(x.grad)
# -> x wrong 13 gradient_overwritten
