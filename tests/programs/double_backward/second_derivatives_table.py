import torch

x = torch.tensor([0.5, 2.0], requires_grad=True)
functions = {
    'exp': torch.exp, 'log': torch.log, 'tanh': torch.tanh, 'sigmoid': torch.sigmoid, 'sqrt': torch.sqrt,
    'sin': torch.sin, 'cos': torch.cos, 'x**3': lambda t: t ** 3, '1/x': lambda t: 1 / t,
    'x*exp': lambda t: t * t.exp(), 'softplus': torch.nn.functional.softplus, 'rsqrt': torch.rsqrt,
}
for name, f in functions.items():
    g, = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    h, = torch.autograd.grad(g.sum(), x)
    print(f'{name:9}', g.data, h)
