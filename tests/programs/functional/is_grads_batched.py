import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x ** 2
rows = [torch.autograd.grad(y, x, v, retain_graph=True)[0] for v in torch.eye(3)]
print(torch.stack(rows))
