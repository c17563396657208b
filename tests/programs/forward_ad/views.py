import torch
import torch.autograd.forward_ad as fwAD

x = torch.arange(6.0).view(2, 3)
v = torch.arange(6.0, 12.0).view(2, 3)
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d.t(), d[0], d[:, 1:], d.view(3, 2), d.reshape(-1), d.permute(1, 0))
    print(d.unsqueeze(0), d[0].expand(2, 3), d.flatten(), d.diagonal())
    print(d.split(2, 1), d.unbind(0), d.chunk(3, 1))
