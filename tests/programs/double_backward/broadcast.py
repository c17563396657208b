import torch

X = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
b = torch.tensor([0.5, -0.5], requires_grad=True)
y = (X * b).exp().sum()
gb, = torch.autograd.grad(y, b, create_graph=True)
gb.sum().backward()
print(gb.data, X.grad, b.grad)
