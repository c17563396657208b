import torch
import torch.autograd.forward_ad as fwAD



def f(x):
    return x**3 - 2 * x - 5


x = torch.tensor(2.0, dtype=torch.float64)
for step in range(5):
    with fwAD.dual_level():
        value, slope = fwAD.unpack_dual(f(fwAD.make_dual(x, torch.ones_like(x))))
    x = x - value / slope
    print(f"{step}: x = {x.item():.10f}")
