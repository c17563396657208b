import torch
globals()["v" * 1_000_000] = x = torch.ones(1, requires_grad=True)
def hook(g):
    return g * 1
hook.__name__ = hook.__qualname__ = "H" * 100_000
x.register_hook(hook)
y = (x * 2).sum()
for _ in range(20):
    y.backward(retain_graph=True)
