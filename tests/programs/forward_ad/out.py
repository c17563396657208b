import torch
import torch.autograd.forward_ad as fwAD

x = torch.ones(3)
with fwAD.dual_level():
    d = fwAD.make_dual(x, torch.arange(3.0))
    torch.add(d, d, out=torch.empty(3))
