import torch

class BiasAdd(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bias):
        return x + bias

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output

x = torch.randn(4, 3, requires_grad=True)
bias = torch.zeros(3, requires_grad=True)
BiasAdd.apply(x, bias).sum().backward()
print(bias.grad)
