import torch
from torch.utils.checkpoint import checkpoint


def fn(x):
    return x.sin().exp().sin()


def grad(f):
    def gradient(x):
        with torch.enable_grad():
            return torch.autograd.grad(f(x), x, create_graph=True)[0]

    return gradient


def kept(f):
    return lambda x: checkpoint(f, x, use_reentrant=False, early_stop=early)


x = torch.tensor(0.3, requires_grad=True)
for early in (True, False):
    print(grad(grad(fn))(x))
    print(grad(kept(grad(fn)))(x))
    print(kept(grad(grad(kept(fn))))(x))
    print(grad(kept(grad(kept(grad(kept(fn))))))(x))
