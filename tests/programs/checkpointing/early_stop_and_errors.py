import torch
from torch.utils.checkpoint import CheckpointError, checkpoint

x = torch.tensor([1.0, 2.0], requires_grad=True)


def f(t):
    a = t.exp()
    print('after exp')
    b = a + 1
    print('after add')
    return b


checkpoint(f, x, use_reentrant=False).sum().backward()
checkpoint(f, x, use_reentrant=False, early_stop=False).sum().backward()
print(x.grad)
calls = []


def changing(t):
    calls.append(1)
    return t.exp() if len(calls) == 1 else (t * 2).sin().cos()


try:
    checkpoint(changing, x, use_reentrant=False, early_stop=False).sum().backward()
except CheckpointError as e:
    print(str(e).split('\n')[0])
y = checkpoint(lambda t: t * t, x, use_reentrant=True)
try:
    torch.autograd.grad(y.sum(), x)
except RuntimeError as e:
    print(e)
checkpoint(lambda t: t * 2, torch.ones(1), use_reentrant=True)
checkpoint(lambda t: t * 2, x)
try:
    checkpoint(lambda t: t, x, use_reentrant=True, foo=1)
except ValueError as e:
    print(e)
