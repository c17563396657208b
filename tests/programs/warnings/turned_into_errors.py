import warnings
import torch

warnings.simplefilter('error')
x = torch.tensor(1.0, requires_grad=True)
y = x * 2
try:
    y.grad
except UserWarning as w:
    print(type(w).__name__, str(w)[:50])
torch.tensor(x.detach())
