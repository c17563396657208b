import torch
import torch.autograd.forward_ad as fwAD

x, v = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 1.0, 1.0])
with fwAD.dual_level():
    d = fwAD.make_dual(x.clone(), v.clone())
    d.mul_(3)
    print(d)
    d.add_(torch.tensor([1.0, 2.0, 3.0]))
    print(d)
    d.exp_()
    print(d)
    d.zero_()
    print(d)
    e = fwAD.make_dual(x.clone(), v.clone()).pow_(2)
    e += e.sin()
    print(e)
    e.unsqueeze_(0).t_()
    print(e)
