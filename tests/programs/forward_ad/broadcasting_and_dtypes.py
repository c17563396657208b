import torch
import torch.autograd.forward_ad as fwAD

row = torch.tensor([1.0, 2.0, 3.0])
column = torch.tensor([[10.0], [20.0]])
with fwAD.dual_level():
    d = fwAD.make_dual(row, torch.tensor([1.0, 0.0, -1.0]))
    print(d * column)
    print(d + column)
    print(d.double() * torch.ones(2, 1, dtype=torch.float64))
    print(d * torch.tensor([1, 2, 3]))
    print(d.half())
    print(d.double().float())
