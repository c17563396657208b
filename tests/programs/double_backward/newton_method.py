import torch

x = torch.tensor(3.0, requires_grad=True)
for step in range(5):
    f = x ** 4 - 3 * x ** 2 + x
    g, = torch.autograd.grad(f, x, create_graph=True)
    h, = torch.autograd.grad(g, x)
    with torch.no_grad():
        x -= g / h
    print(step, round(x.item(), 4), round(f.item(), 4))
