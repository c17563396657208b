import torch

x = torch.tensor([0.0, 1.0], requires_grad=True)
y = torch.sin(x)
for order in range(1, 5):
    y, = torch.autograd.grad(y.sum(), x, create_graph=True)
    print(order, y.data, y.grad_fn.name())
