import torch
import torch.autograd.forward_ad as fwAD

fwAD.enter_dual_level()
d = fwAD.make_dual(torch.ones(2), torch.ones(2))
print(d.sin())
