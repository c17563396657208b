import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0, 3.0, 4.0])
with fwAD.dual_level():
    d = fwAD.make_dual(x, torch.tensor([10.0, 20.0, 30.0, 40.0]))
    print(d[[0, 2]], d[d > 2], d[-1], d[::2])
    print(d.gather(0, torch.tensor([3, 0])), d.index_select(0, torch.tensor([1, 1])), d.flip(0), d.roll(1))
    print(torch.where(d > 2, d, -d), d.masked_fill(d > 2, 0.0), d.clamp(1.5, 3.5), d.topk(2))
