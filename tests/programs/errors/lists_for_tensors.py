import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


import numpy as np

x = torch.ones(2)
attempt(lambda: torch.cat(x))
attempt(lambda: torch.cat([x, 1]))
attempt(lambda: torch.cat([x, np.ones(2)]))
attempt(lambda: torch.stack([x, [1.0, 2.0]]))
attempt(lambda: torch.cat([]))
attempt(lambda: torch.matmul(x, [1.0, 2.0]))
attempt(lambda: torch.mm(np.ones((2, 2)), x))
attempt(lambda: torch.dot(x, 2))
attempt(lambda: torch.where(x > 0, "a", x))
attempt(lambda: torch.nn.functional.linear([1.0], x))
attempt(lambda: torch.nn.Linear(2, 1)([1.0, 2.0]))
attempt(lambda: torch.nn.Conv1d(1, 1, 1)([1.0]))
attempt(lambda: x.index_put([0], x))
attempt(lambda: torch.atleast_2d(1))
attempt(lambda: torch.einsum("i,i", x, [1.0, 2.0]))
attempt(lambda: x.add([1.0]))
attempt(lambda: x.copy_([1.0, 2.0]))
