import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
v = torch.tensor([1.0, 0.0, 0.0])
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d)
    print(d.is_leaf, d.grad_fn.name(), d._is_view(), d._base is x)
    y = d * d
    print(y)
    print(y.sum())
    unpacked = fwAD.unpack_dual(y)
    print(unpacked.primal.grad_fn.name(), unpacked.tangent.requires_grad)
    print(unpacked)
