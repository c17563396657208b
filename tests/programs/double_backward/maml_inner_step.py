import torch

w = torch.tensor(1.0, requires_grad=True)
x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
inner = ((w * x - y) ** 2).mean()
g, = torch.autograd.grad(inner, w, create_graph=True)
fast = w - 0.1 * g
outer = ((fast * x - y) ** 2).mean()
outer.backward()
print(fast, outer, w.grad)
