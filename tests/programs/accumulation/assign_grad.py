import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
x.grad = torch.tensor([10.0, 20.0])
(x * x).sum().backward()
print(x.grad)
