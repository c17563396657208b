import torch

a, b = torch.ones(2, 3), torch.ones(2)
for f in (lambda: a + b, lambda: a * torch.ones(4, 3), lambda: torch.ones(3) - torch.ones(4),
          lambda: torch.maximum(a, b)):
    try:
        f()
    except RuntimeError as e:
        print(e)
print((a + b[:, None]).shape)
