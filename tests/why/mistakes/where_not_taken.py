import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
mask = torch.tensor([True, True])
out = torch.where(mask, a, b)
out.sum().backward()
print(a.grad)
print(b.grad)
# -> b zero 6 not_selected
