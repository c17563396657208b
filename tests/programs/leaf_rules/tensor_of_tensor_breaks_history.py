import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.tensor(w * 2, requires_grad=True)
y.sum().backward()
print(w.grad, y.grad)
