import torch

x = torch.tensor([-1.0, 0.0, 0.5, 1.0, 2.0], requires_grad=True)
for name, f in {'clamp': lambda t: t.clamp(0, 1), 'min': lambda t: t.clamp(min=0), 'hardtanh': lambda t: torch.nn.functional.hardtanh(t, 0, 1),
                'relu': torch.relu, 'maximum': lambda t: torch.maximum(t, torch.zeros(())), 'where': lambda t: torch.where(t > 0, t, 0.0),
                'abs': torch.abs, 'relu6': torch.nn.functional.relu6, 'sign': torch.sign, 'max(0,x)': lambda t: torch.max(t, torch.zeros(5))}.items():
    g, = torch.autograd.grad(f(x).sum(), x)
    print(f'{name:9}', g)
