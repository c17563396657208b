import torch
import torch.autograd.forward_ad as fwAD

print(fwAD.unpack_dual(torch.ones(2)))
fwAD.make_dual(torch.ones(2), torch.ones(2))
