import torch
import torch.autograd.forward_ad as fwAD

with torch.inference_mode(), fwAD.dual_level():
    d = fwAD.make_dual(torch.ones(2), torch.ones(2))
    print(d, d * 2, fwAD.unpack_dual(d))
