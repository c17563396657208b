import torch

for name in ('relu', 'sigmoid', 'tanh', 'sqrt', 'exp', 'sin', 'log', 'abs', 'neg', 'square', 'clamp'):
    x = torch.tensor([0.5, 2.0], requires_grad=True)
    h = x * 1
    y = h.clamp(max=1) if name == 'clamp' else getattr(torch, name)(h)
    h.add_(1)
    try:
        y.sum().backward()
        print(name, x.grad)
    except RuntimeError as e:
        print(name, 'error', str(e)[83:140])
