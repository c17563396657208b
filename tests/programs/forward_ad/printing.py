import torch
import torch.autograd.forward_ad as fwAD

x = torch.arange(6.0).view(2, 3)
with fwAD.dual_level():
    d = fwAD.make_dual(x, torch.full((2, 3), 0.125))
    print(d)
    print(d.sum())
    print([d.sum(), d[0]])
    print(f"{d.sum()} {d.sum():.2f} {d[1]}")
    print(repr(d[0]))
    print(fwAD.make_dual(torch.linspace(0, 1, 12), torch.linspace(1, 2, 12)))
    print(fwAD.make_dual(torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.float64)))
    print(fwAD.make_dual(torch.ones(2, 2, 2), torch.zeros(2, 2, 2)))
    torch.set_printoptions(precision=2)
    print(d / 3)
