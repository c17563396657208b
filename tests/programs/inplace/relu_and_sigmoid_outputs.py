import torch

for name in ('relu', 'sigmoid', 'tanh', 'sqrt', 'exp', 'sin', 'cos', 'log', 'abs', 'neg', 'square', 'reciprocal'):
    x = torch.tensor([0.5, 2.0], requires_grad=True)
    y = getattr(torch, name)(x)
    y.mul_(2)
    try:
        y.sum().backward()
        print(name, x.grad)
    except RuntimeError as e:
        print(name, 'error', str(e)[85:145])
