import torch
from torch import nn

torch.manual_seed(0)
body = nn.Linear(3, 3)
head = nn.Linear(3, 2)
x = torch.randn(4, 3)
resid = body(x)
kept = []
def watch(grad):
    g = grad.sum(0)
    kept.append(g)
    return g
resid.register_hook(watch)
head(resid).pow(2).mean().backward()
print(body.weight.grad)
# => error 10: the hook returns the gradient summed over the batch, which has another shape
