import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
v = torch.tensor([1.0, -1.0, 0.5], dtype=torch.float64)
with fwAD.dual_level():
    y = fwAD.make_dual(x, v).clone()
    y.pow_(3)
    y.mul_(torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64))
    tangent = fwAD.unpack_dual(y).tangent
    print(tangent.detach())
print(torch.autograd.grad(tangent.sum(), x)[0])
