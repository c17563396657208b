"""Equations, products and losses of two dtypes: refused before any number is touched, or what dtype they have."""
import torch
import torch.nn.functional as F


def attempt(call):
    try:
        found = call()
        found = found if torch.is_tensor(found) else found[0]
        print(found.dtype, list(found.shape))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


matrix = torch.tensor([[2.0, 0.0], [1.0, 3.0]])
kinds = [matrix, matrix.double(), matrix.half(), matrix.long()]
for a in kinds:
    for b in kinds:
        if a is b:
            continue
        attempt(lambda: torch.cholesky_solve(a, b))
        attempt(lambda: torch.linalg.solve(a, b))
        attempt(lambda: torch.linalg.cross(a.repeat(2, 2)[:, :3], b.repeat(2, 2)[:, :3]))
        attempt(lambda: F.huber_loss(a, b))
        attempt(lambda: F.mse_loss(a, b))
        attempt(lambda: F.smooth_l1_loss(a, b))
torch.linalg.solve(torch.eye(30), torch.ones(30, 4, dtype=torch.float64))
