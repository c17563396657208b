import torch

x = torch.tensor(1.0, requires_grad=True)
y = x * 2
(y * 3).backward()
for _ in range(3):
    print(y.grad)
print(y.grad)
