import torch


def guard(g):
    if g.abs().max() > 10:
        raise OverflowError('gradient explosion')


w = torch.tensor(5.0, requires_grad=True)
w.register_hook(guard)
(w ** 2).backward()
print(w.grad)
(w ** 3).backward()
