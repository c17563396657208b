import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.0, 2.0, 3.0])
y = torch.tensor([4.0, 5.0, 6.0])
with fwAD.dual_level():
    a = fwAD.make_dual(x, torch.tensor([1.0, 0.0, 0.0]))
    b = fwAD.make_dual(y, torch.tensor([0.0, 1.0, 0.0]))
    print(a * b)
    print(a / b)
    print(a + b, a - b)
    print(3 * a - 1)
    print(1 / a)
