import torch

a = torch.tensor(2.0, requires_grad=True)
f = torch.ones(4)
f[0] = a
for i in range(1, 4):
    f[i] = f[i - 1] * a
f[3].backward()
print(a.grad)
