import torch
import torch.autograd.forward_ad as fwAD

torch.manual_seed(0)
w = torch.tensor([3.0, -2.0])
target = torch.tensor([1.0, 1.0])
for step in range(6):
    v = torch.randn(2)
    with fwAD.dual_level():
        loss = ((fwAD.make_dual(w, v) - target) ** 2).sum()
        value, slope = fwAD.unpack_dual(loss)
    w = w - 0.05 * slope * v
    print(f"{value:.4f} {slope:.4f}", w)
