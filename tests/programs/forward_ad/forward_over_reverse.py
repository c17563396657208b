import torch
import torch.autograd.forward_ad as fwAD



def f(x):
    return (x.exp() * x.flip(0)).sum() + x.tanh().prod()


x = torch.tensor([1.0, 2.0, 0.5], dtype=torch.float64, requires_grad=True)
v = torch.tensor([1.0, -1.0, 2.0], dtype=torch.float64)
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    (gradient,) = torch.autograd.grad(f(d), x)
    print(gradient)
    print(fwAD.unpack_dual(gradient).tangent)
print(torch.autograd.functional.hvp(f, x.detach(), v)[1])
