import torch

for f in (lambda: torch.ones(2, requires_gard=True), lambda: torch.tensor(1.0, grad=True), lambda: torch.rand(2, seed=0),
          lambda: torch.zeros(2, dtypes=torch.int), lambda: torch.ones(2).sum(axes=0), lambda: torch.full((2,), 1.0, foo=1),
          lambda: torch.tensor(1.0, requires_grad=True).backward(retain=True), lambda: torch.linspace(0, 1, 3, bar=1)):
    try:
        f()
    except TypeError as e:
        print(str(e).split('\n')[0])
