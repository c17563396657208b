import torch
import torch.autograd.forward_ad as fwAD

x, v = torch.tensor([1.0, -2.0, 3.0]), torch.tensor([1.0, 1.0, 1.0])
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d.detach(), d.data, torch.ones_like(d), x)
    print(d > 0, d.argmax(), d.int(), d.tolist(), d.sum().item())
    print(fwAD.unpack_dual(d).primal)
    print(fwAD.unpack_dual(d).primal * 2, fwAD.unpack_dual(d).primal[0])
    print(fwAD.unpack_dual(x))
    y = d * 2
    y.detach_()
    print(y)
