import torch

x = torch.arange(6.0, requires_grad=True)
y = x[1:4].sum() + x[-1] * 10 + x[::3].prod()
y.backward()
print(y, x.grad)
