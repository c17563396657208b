import torch


def f(x):
    return (x[0] ** 2) * x[1] + x[1] ** 3


x = torch.tensor([1.0, 2.0], requires_grad=True)
g, = torch.autograd.grad(f(x), x, create_graph=True)
rows = [torch.autograd.grad(g[i], x, retain_graph=True)[0] for i in range(2)]
print(g)
print(torch.stack(rows))
