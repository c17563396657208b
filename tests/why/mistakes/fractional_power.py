import torch

x = torch.tensor([0.0, 1.0], requires_grad=True)
(x ** 0.5).sum().backward()
print(x.grad)
# -> x inf 4 pow_zero
