"""Arguments may have the names that numpy gives them; numpy's own functions give them, too."""

import numpy as np
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(torch.sin(x=x), torch.add(x1=x, x2=x), torch.mul(x1=x, x2=2), torch.exp(a=x), torch.maximum(x1=x, x2=x.T))
print(torch.sum(x, axis=0, keepdims=True), x.mean(axis=1), torch.softmax(x, axis=0), torch.sub(x1=x, x2=1))
print(torch.gt(x1=x, x2=2), torch.tanh(x=x), torch.clip(a=x, min=2))
print(x.sum(dim=None), np.sin(x), np.sqrt(x))
for call in (
    lambda: torch.sin(y=x),
    lambda: torch.sin(x, x=x),
    lambda: np.mean(x),
    lambda: np.sum(x),
    lambda: np.max(x),
    lambda: np.prod(x),
    lambda: np.mean(x, axis=0),
):
    try:
        print(call())
    except TypeError as error:
        print(error)
