from typing import List, Tuple

import torch
from torch import Tensor


def rosenbrock(p: Tensor) -> Tensor:
    """The banana function."""
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2


def descend(start: List[float], steps: int) -> Tuple[Tensor, float]:
    p = torch.tensor(start, requires_grad=True)
    for _ in range(steps):
        value = rosenbrock(p)
        value.backward()
        with torch.no_grad():
            p -= 1e-3 * p.grad
        p.grad = None
    return p.detach(), value.item()


p, value = descend([-1.0, 1.0], 4)
print(p, f'{value:.4f}')
