import torch
x = torch.ones(2, requires_grad=True)
h = x * 2
h.register_hook(lambda g: g * 0)
h.sum().backward()
print(x.grad)
# -> x zero 4 hook
