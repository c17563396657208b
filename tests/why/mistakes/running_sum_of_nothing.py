import torch

x = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
mask = torch.tensor([float("-inf"), 0.0, 0.0])
y = torch.logcumsumexp(x + mask, 0)
y[1:].sum().backward()
print(x.grad)
# -> x nan 5 all_masked
