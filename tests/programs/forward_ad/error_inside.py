import torch
import torch.autograd.forward_ad as fwAD

try:
    with fwAD.dual_level():
        d = fwAD.make_dual(torch.ones(2), torch.ones(2))
        d @ torch.ones(3)
except RuntimeError as error:
    print(error)
print(d, fwAD.unpack_dual(d))
with fwAD.dual_level():
    print(fwAD.make_dual(torch.ones(2), torch.ones(2)))
