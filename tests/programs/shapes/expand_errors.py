import torch

x = torch.ones(2, 3)
for f in (lambda: x.expand(3, 3), lambda: x.expand(3), lambda: x.repeat(2), lambda: x.t().view(6),
          lambda: x.squeeze(5), lambda: x.transpose(0, 2), lambda: x.permute(0, 0), lambda: torch.ones(1, 2, 3).t()):
    try:
        f()
    except (RuntimeError, IndexError) as e:
        print(type(e).__name__, e)
