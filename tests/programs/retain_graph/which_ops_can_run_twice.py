import torch

ops = {
    'x + 2': lambda x: x + 2,
    'x * 3': lambda x: x * 3,
    'x * x': lambda x: x * x,
    '-x': lambda x: -x,
    'x.sum()': lambda x: x.sum(),
    'x.mean()': lambda x: x.mean(),
    'x.exp()': lambda x: x.exp(),
    'x.relu()': lambda x: x.relu(),
    'x.view(-1)': lambda x: x.view(-1),
    'x.t()': lambda x: x.t(),
    'x[0]': lambda x: x[0],
    'x / 2': lambda x: x / 2,
    'x - 1': lambda x: x - 1,
    'x.clone()': lambda x: x.clone(),
    'x.expand': lambda x: x.expand(2, 2, 2),
    'cat': lambda x: torch.cat([x, x]),
    'x.abs()': lambda x: x.abs(),
    'x.max()': lambda x: x.max(),
}
for name, f in ops.items():
    x = torch.ones(2, 2, requires_grad=True)
    y = f(x)
    seed = torch.ones_like(y)
    y.backward(seed)
    try:
        y.backward(seed)
        print(f'{name:12} fine')
    except RuntimeError:
        print(f'{name:12} freed')
