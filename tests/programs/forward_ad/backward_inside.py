import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0], requires_grad=True)
with fwAD.dual_level():
    d = fwAD.make_dual(x, torch.ones(2))
    loss = (d**3).sum()
    loss.backward()
    print(x.grad)
    print(fwAD.unpack_dual(x.grad).tangent)
print(x.grad)
