import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 0.5, -1.0]])
v = torch.tensor([[1.0, 0.0, 2.0], [-1.0, 1.0, 1.0]])
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d.sum(0), d.mean(1), d.prod(1), d.amax(0))
    print(d.max(1), d.min(), d.median(1))
    print(d.norm().view(1), d.var(1), d.cumsum(1))
    print(d.sort(1))
