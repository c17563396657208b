import torch

x = torch.tensor([3.0, -4.0], requires_grad=True)
for p in (1, 2, 3, float('inf')):
    y = x.norm(p)
    g, = torch.autograd.grad(y, x)
    print(p, y, g)
print(torch.linalg.norm(x), torch.linalg.vector_norm(x, ord=1))
z = torch.zeros(2, requires_grad=True)
z.norm().backward()
print(z.grad)
