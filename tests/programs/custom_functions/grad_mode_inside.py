import torch


class Probe(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        print('forward', torch.is_grad_enabled(), y.requires_grad, x.requires_grad)
        return y

    @staticmethod
    def backward(ctx, g):
        print('backward', torch.is_grad_enabled(), g.requires_grad)
        return g * 2


x = torch.tensor(1.0, requires_grad=True)
Probe.apply(x).backward()
g, = torch.autograd.grad(Probe.apply(x) ** 2, x, create_graph=True)
print(g)
