import torch

x = torch.tensor([3.0, 0.0], requires_grad=True)
y = x.sqrt()
y.sum().backward()
print(x.grad)
# -> x inf 4 sqrt_zero
