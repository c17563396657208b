import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor(0.4)
with fwAD.dual_level():
    z = fwAD.make_dual(x, torch.tensor(1.0))
    r = 3.2
    for _ in range(5):
        z = r * z * (1 - z)
        print(z)
