import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
y = a * 3
grads = torch.autograd.grad(y, [a, b])
# -> b error 6 not_in_loss
