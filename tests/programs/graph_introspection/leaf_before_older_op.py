import torch

w1 = torch.tensor(2.0, requires_grad=True)
w2 = torch.tensor(3.0, requires_grad=True)
x = torch.tensor(1.0)
h = w1 * x
z = h * w2
y = z.exp()
h.register_hook(lambda g: print('h', w2.grad is not None))
w2.register_hook(lambda g: print('w2'))
w1.register_hook(lambda g: print('w1'))
y.backward()
