import torch
import torch.autograd.forward_ad as fwAD

x, v = torch.tensor([1.0, 2.0]), torch.tensor([1.0, 1.0])
level = fwAD.enter_dual_level()
d = fwAD.make_dual(x, v)
print(level, d**2)
fwAD.exit_dual_level(level=level)
print(d, fwAD.unpack_dual(d).tangent)
try:
    fwAD.exit_dual_level(level=0)
except RuntimeError as error:
    print(error)
fwAD.enter_dual_level()
print(d * 2)
fwAD.exit_dual_level()
fwAD.exit_dual_level()
