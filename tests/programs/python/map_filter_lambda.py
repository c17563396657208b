import torch

fs = {'square': lambda t: t ** 2, 'cube': lambda t: t ** 3, 'inv': lambda t: 1 / t, 'exp': torch.exp}


def derivative(f, at):
    x = torch.tensor(at, requires_grad=True)
    f(x).backward()
    return x.grad.item()


for name, f in fs.items():
    print(f'{name:7}', *(f'{derivative(f, v):9.4f}' for v in (0.5, 1.0, 2.0)))
print(list(filter(lambda n: derivative(fs[n], 1.0) > 0, fs)))
