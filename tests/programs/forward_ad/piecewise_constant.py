import torch
import torch.autograd.forward_ad as fwAD

x, v = torch.tensor([1.25, -2.5, 3.75]), torch.tensor([1.0, 1.0, 1.0])
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d.floor(), d.ceil(), d.round(), d.sign(), d.trunc(), d.frac())
