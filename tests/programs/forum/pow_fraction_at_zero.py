import torch

for p in (0.5, 1.0, 2.0, 0.0, -1.0, 1.5):
    x = torch.tensor(0.0, requires_grad=True)
    y = x ** p
    y.backward()
    print(p, y.item(), x.grad)
x = torch.tensor(-1.0, requires_grad=True)
(x ** 0.5).backward()
print(x.grad)
e = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(0.0, requires_grad=True)
(b ** e).backward()
print(b.grad, e.grad)
