import torch
import torch.autograd.forward_ad as fwAD
from torch import nn
from torch.func import functional_call

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
input = torch.randn(5, 3)
params = dict(model.named_parameters())
tangents = {name: torch.rand_like(p) for name, p in params.items()}

dual_params = {}
with fwAD.dual_level():
    for name, p in params.items():
        dual_params[name] = fwAD.make_dual(p, tangents[name])
    out = functional_call(model, dual_params, input)
    jvp = fwAD.unpack_dual(out).tangent
    print(out.detach())
    print(jvp.detach())
