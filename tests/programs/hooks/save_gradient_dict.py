import torch

grads = {}


def save(name):
    def hook(g):
        grads[name] = g
    return hook


x = torch.tensor(2.0, requires_grad=True)
y = x ** 2
z = y * 3
y.register_hook(save('y'))
z.register_hook(save('z'))
z.backward()
print(grads)
