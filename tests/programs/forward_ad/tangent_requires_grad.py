import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([3.0, 4.0], requires_grad=True)
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d)
    out = fwAD.unpack_dual((d**3).sum()).tangent
out.backward()
print(x.grad, v.grad)
