import torch
import torch.autograd.forward_ad as fwAD
from torch.nn import functional as F

x = torch.tensor([-1.5, -0.5, 0.5, 1.5])
v = torch.tensor([1.0, 2.0, 3.0, 4.0])
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    for f in (F.relu, F.leaky_relu, F.elu, F.gelu, F.silu, F.softplus, F.hardtanh, F.tanh, F.sigmoid, F.logsigmoid):
        print(f.__name__, fwAD.unpack_dual(f(d)).tangent)
    print(F.softmax(d, 0))
    print(F.log_softmax(d, 0))
    print(F.normalize(d, dim=0))
