import torch

a = torch.tensor(1.0, requires_grad=True)
f = torch.zeros(6)
f[0] = a
f[1] = a
for i in range(2, 6):
    f[i] = f[i - 1] + f[i - 2]
f[5].backward()
print(f, a.grad)
