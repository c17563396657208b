import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * 2
y = h ** 2
h += 1
y.sum().backward()
# -> h error 6 saved_changed
