import torch


def show(t):
    return t.grad


x = torch.tensor(1.0, requires_grad=True)
y = x * 2
z = y * 3
z.backward()
print(show(y), show(z))
print(show(x), y.grad is None and z.grad is None)
