import torch
import torch.autograd.forward_ad as fwAD

x, v = torch.ones(3), torch.ones(3)
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    d.mul_(3)
    print(v, x)
    fwAD.unpack_dual(d).tangent.add_(1)
    print(d, v)
    x.mul_(2)
    print(d)
