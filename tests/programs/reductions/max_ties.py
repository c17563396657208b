import torch

x = torch.tensor([3.0, 1.0, 3.0, 3.0], requires_grad=True)
for name, f in {
    'max()': lambda t: t.max(), 'max(0)': lambda t: t.max(0).values, 'amax': lambda t: t.amax(),
    'min(-x)': lambda t: (-t).min(),
    'sort': lambda t: t.sort(descending=True).values[0], 'median': lambda t: t.median(),
    'norm inf': lambda t: t.norm(float('inf')), 'logsumexp': lambda t: t.logsumexp(0),
}.items():
    print(f'{name:9}', torch.autograd.grad(f(x), x)[0])
