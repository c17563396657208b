import torch

x = torch.zeros(3)
print(x.requires_grad_() is x)
x.requires_grad_(False)
print(x)
x.requires_grad = True
print(x)
print(x.detach_() is x, x)
