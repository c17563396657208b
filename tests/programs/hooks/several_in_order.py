import torch

x = torch.tensor(1.0, requires_grad=True)


def make(name, f):
    def hook(g):
        out = f(g)
        print(name, g.item(), '->', None if out is None else out.item())
        return out
    return hook


x.register_hook(make('first', lambda g: g + 1))
x.register_hook(make('second', lambda g: None))
x.register_hook(make('third', lambda g: g * 10))
(x * 2).backward()
print(x.grad)
