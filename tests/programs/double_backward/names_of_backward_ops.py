import torch

x = torch.tensor([0.5, 2.0], requires_grad=True)
for name in ('exp', 'log', 'tanh', 'sigmoid', 'sqrt', 'sin', 'cos', 'square', 'reciprocal', 'relu', 'abs', 'neg'):
    g, = torch.autograd.grad(getattr(torch, name)(x).sum(), x, create_graph=True)
    print(f'{name:10}', g.data, g.grad_fn.name() if g.grad_fn else None)
