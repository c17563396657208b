import torch
import torch.autograd.forward_ad as fwAD
from torch import nn

torch.manual_seed(0)
model = nn.Linear(5, 3)
input = torch.randn(4, 5)
params = {name: p for name, p in model.named_parameters()}
tangents = {name: torch.rand_like(p) for name, p in params.items()}

with fwAD.dual_level():
    for name, p in params.items():
        delattr(model, name)
        setattr(model, name, fwAD.make_dual(p, tangents[name]))
    out = model(input)
    jvp = fwAD.unpack_dual(out).tangent
    print(jvp.shape)
    print(jvp.detach())
