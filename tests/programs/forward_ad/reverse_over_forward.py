import torch
import torch.autograd.forward_ad as fwAD



def f(x):
    return (x**4).sum() + x.exp().sum()


x = torch.tensor([1.0, 2.0, 0.5], dtype=torch.float64, requires_grad=True)
v = torch.tensor([1.0, -1.0, 2.0], dtype=torch.float64)
with fwAD.dual_level():
    directional = fwAD.unpack_dual(f(fwAD.make_dual(x, v))).tangent
    (Hv,) = torch.autograd.grad(directional, x)
print(Hv)
print(torch.autograd.functional.hvp(f, x.detach(), v)[1])
