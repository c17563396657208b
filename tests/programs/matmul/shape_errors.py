import torch

for f in (lambda: torch.ones(2, 3) @ torch.ones(2, 3), lambda: torch.ones(3) @ torch.ones(4),
          lambda: torch.ones(2, 3) @ torch.ones(2), lambda: torch.mm(torch.ones(2, 3), torch.ones(3)),
          lambda: torch.bmm(torch.ones(1, 2, 3), torch.ones(1, 2, 3)), lambda: torch.tensor(2.0) @ torch.ones(2),
          lambda: torch.dot(torch.ones(2, 2), torch.ones(2)),
          lambda: torch.ones(2, 2) @ torch.ones(2, 2, dtype=torch.double)):
    try:
        f()
    except RuntimeError as e:
        print(e)
