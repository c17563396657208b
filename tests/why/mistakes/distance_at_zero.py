import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([1.0, 2.0])
distance = ((a - b) ** 2).sum().sqrt()
distance.backward()
print(a.grad)
# -> a nan 5 sqrt_zero
