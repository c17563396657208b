import torch
import torch.autograd.forward_ad as fwAD

with fwAD.dual_level():
    d = fwAD.make_dual(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 10.0, 100.0]))
    out = torch.zeros(3)
    before = out[:2]
    print(out)
    for i in range(3):
        out[i] = d[i] ** 2
    print(out)
    print(before)
    out[0] = 5.0
    print(out)
    out.copy_(d)
    print(out)
    out.fill_(1.0)
    print(out)
