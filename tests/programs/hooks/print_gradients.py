import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
y.register_hook(lambda grad: print('dL/dy', grad))
x.register_hook(lambda grad: print('dL/dx', grad))
loss = (y ** 2).sum()
loss.register_hook(lambda grad: print('dL/dL', grad))
loss.backward()
print(x.grad)
