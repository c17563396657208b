import torch

x = torch.arange(3, dtype=torch.float32, requires_grad=True)
print("X", x)
a = x + 2
b = a ** 2
c = b + 3
y = c.mean()
print("Y", y)
y.backward()
print(x.grad)
print(x.grad == 2 * (x.detach() + 2) / 3)
