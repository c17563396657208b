import torch
import torch.autograd.forward_ad as fwAD
from torch.nn import functional as F

torch.manual_seed(0)
weight, v = torch.randn(5, 4), torch.randn(5, 4)
tokens = torch.tensor([[0, 2, 4]])
with fwAD.dual_level():
    d = fwAD.make_dual(weight, v)
    e = F.embedding(tokens, d)
    scores = torch.softmax(e @ e.transpose(1, 2) / 2, dim=-1)
    out = scores @ e
    print(fwAD.unpack_dual(out).tangent)
