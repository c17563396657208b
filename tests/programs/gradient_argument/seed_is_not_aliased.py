import torch

seed = torch.ones(2)
x = torch.zeros(2, requires_grad=True)
y = x + 1
y.backward(seed)
print(x.grad, seed, x.grad is seed)
x.grad.mul_(5)
print(seed)
