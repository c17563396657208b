import torch
import torch.autograd.forward_ad as fwAD

with fwAD.dual_level() as level:
    print(level)
    with fwAD.dual_level():
        print("not reached")
