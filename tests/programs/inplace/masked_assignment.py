import torch

x = torch.tensor([-1.0, 2.0, -3.0, 4.0], requires_grad=True)
y = x * 1
y[y < 0] = 0
print(y, y.grad_fn.name())
y.sum().backward()
print(x.grad)
