import torch

f, d, l = torch.ones(2, 2), torch.ones(2, 2, dtype=torch.double), torch.ones(2, 2, dtype=torch.long)
for g in (lambda: f @ d, lambda: f @ l, lambda: torch.exp(l).dtype, lambda: l.log().dtype, lambda: torch.softmax(l, 0),
          lambda: f[f], lambda: torch.where(f, f, f), lambda: f & f, lambda: -torch.tensor([True]), lambda: torch.tensor([True]) - torch.tensor([True])):
    try:
        print(g())
    except (RuntimeError, IndexError, TypeError) as e:
        print(type(e).__name__, e)
