import torch
import torch.autograd.forward_ad as fwAD

with fwAD.dual_level():
    d = fwAD.make_dual(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0.0, 1.0, 2.0]))
    part = d[1:]
    part.mul_(10)
    print(part, d)
    d.add_(1)
    print(part)
    part.zero_()
    print(d)
