import torch

for f in (lambda: torch.optim.SGD([], lr=0.1), lambda: torch.optim.SGD([torch.ones(1)], lr=-1),
          lambda: torch.optim.SGD(torch.ones(1), lr=0.1), lambda: torch.optim.SGD([1.0], lr=0.1),
          lambda: torch.optim.Adam([torch.ones(1)], betas=(1.5, 0.9))):
    try:
        f()
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
