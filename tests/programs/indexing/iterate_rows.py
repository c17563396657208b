import torch

m = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
for row in m:
    print(row)
a, b = m
(a * b).sum().backward()
print(m.grad, len(m))
