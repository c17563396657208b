import torch
import torch.autograd.forward_ad as fwAD



def f(x):
    return torch.stack([x[0] * x[1], x[1] * x[2].sin(), x.prod()])


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
v = torch.tensor([0.5, -1.0, 2.0])
u = torch.tensor([1.0, 2.0, -1.0])

with fwAD.dual_level():
    Jv = fwAD.unpack_dual(f(fwAD.make_dual(x, v))).tangent.detach()
(vJ,) = torch.autograd.grad(f(x), x, u)
print("J v   =", Jv)
print("u^T J =", vJ)
print(torch.allclose(u @ Jv, vJ @ v))
