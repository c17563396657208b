import torch
import torch.autograd.forward_ad as fwAD

r, phi = torch.tensor(2.0), torch.tensor(0.5)
with fwAD.dual_level():
    for name, (dr, dphi) in (("r", (1.0, 0.0)), ("phi", (0.0, 1.0))):
        a = fwAD.make_dual(r, torch.tensor(dr))
        b = fwAD.make_dual(phi, torch.tensor(dphi))
        xy = torch.stack([a * b.cos(), a * b.sin()])
        print(f"d/d{name}:", fwAD.unpack_dual(xy).tangent)
