import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([0.5, 1.0], requires_grad=True)
with fwAD.dual_level(), torch.no_grad():
    d = fwAD.make_dual(x, torch.ones(2))
    print(d)
    print(d.sin())
    print(torch.is_grad_enabled(), (d * d).requires_grad)
