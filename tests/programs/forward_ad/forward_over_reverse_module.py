import torch
import torch.autograd.forward_ad as fwAD
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1)).double()
x = torch.randn(6, 3, dtype=torch.float64)
target = torch.randn(6, 1, dtype=torch.float64)
params = dict(model.named_parameters())
with fwAD.dual_level():
    duals = {name: fwAD.make_dual(p, torch.ones_like(p)) for name, p in params.items()}
    loss = ((torch.func.functional_call(model, duals, x) - target) ** 2).mean()
    for name, g in zip(duals, torch.autograd.grad(loss, list(duals.values()))):
        print(name)
        print(g)
