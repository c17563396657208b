import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
y.register_hook(lambda g: print('old y', g))
y.mul_(10)
y.register_hook(lambda g: print('new y', g))
y.sum().backward()
print(x.grad)
