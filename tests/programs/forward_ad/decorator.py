import torch
import torch.autograd.forward_ad as fwAD



@fwAD.dual_level()
def directional(f, x, v):
    return fwAD.unpack_dual(f(fwAD.make_dual(x, v))).tangent


x = torch.tensor([0.0, 1.0, 2.0])
for f in (torch.sin, torch.exp, torch.sigmoid):
    print(directional(f, x, torch.ones(3)))
