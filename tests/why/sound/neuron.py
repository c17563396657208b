import torch

x = torch.tensor([2.0, 0.0], requires_grad=True)
w = torch.tensor([-3.0, 1.0], requires_grad=True)
b = torch.tensor(6.88, requires_grad=True)
o = torch.tanh((x * w).sum() + b)
o.backward()
print(x.grad, w.grad, b.grad)
