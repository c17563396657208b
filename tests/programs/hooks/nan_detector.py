import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)
y = x.sqrt()
z = y * torch.tensor([0.0, 1.0])
y.register_hook(lambda g: print('into sqrt', g))
x.register_hook(lambda g: print('nan!' if g.isnan().any() else 'ok', g))
z.sum().backward()
