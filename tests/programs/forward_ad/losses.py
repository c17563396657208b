import torch
import torch.autograd.forward_ad as fwAD
from torch.nn import functional as F

torch.manual_seed(3)
logits = torch.randn(4, 3)
v = torch.randn(4, 3)
labels = torch.tensor([0, 2, 1, 1])
targets = torch.rand(4, 3)
with fwAD.dual_level():
    d = fwAD.make_dual(logits, v)
    print(f"{fwAD.unpack_dual(F.cross_entropy(d, labels)).tangent:.5f}")
    print(f"{fwAD.unpack_dual(F.mse_loss(d, targets)).tangent:.5f}")
    print(f"{fwAD.unpack_dual(F.l1_loss(d, targets)).tangent:.5f}")
    print(f"{fwAD.unpack_dual(F.smooth_l1_loss(d, targets)).tangent:.5f}")
    print(f"{fwAD.unpack_dual(F.binary_cross_entropy_with_logits(d, targets)).tangent:.5f}")
    print(f"{fwAD.unpack_dual(F.nll_loss(F.log_softmax(d, 1), labels)).tangent:.5f}")
