import torch
# Newton's method
x = torch.tensor(3.0, requires_grad=True)
for i in range(5):
    f = x ** 4 - 2 * x ** 2
    g, = torch.autograd.grad(f, x, create_graph=True)
    h, = torch.autograd.grad(g, x)
    with torch.no_grad():
        x -= g / h
print(x.item())
