import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 2 * x
        torch.zeros(0, 2).unbind()
        return y

    @staticmethod
    def backward(ctx, grad):
        return 2 * grad


x = torch.ones(2, requires_grad=True)
torch.cat([x[:0].view(0, 1), x.new_zeros(0, 1)]).unbind()
Double.apply(x).sum().backward()
print(x.grad)
