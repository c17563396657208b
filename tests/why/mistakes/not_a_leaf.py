import torch

x = torch.tensor(2.0, requires_grad=True)
h = x ** 2
y = h * 3
y.backward()
print(x.grad)
print(h.grad)
# -> h none 4 not_leaf
