import torch
from torch import nn
import torch.nn.utils.parametrize as P
from torch.nn.utils import parametrizations as PZ
torch.manual_seed(0)
class Symmetric(nn.Module):
    def forward(self, X): return X.triu() + X.triu(1).transpose(-1, -2)
    def right_inverse(self, A): return A.triu()
l = nn.Linear(3, 3)
P.register_parametrization(l, "weight", Symmetric()); print(l); print(l.weight); print(l.parametrizations.weight[0], l.parametrizations["weight"].original)
print(P.is_parametrized(l), P.is_parametrized(l, "bias"))
with P.cached():
    print(l.weight is l.weight)
l.weight = torch.ones(3, 3)
l(torch.ones(1, 3)).sum().backward(); print(l.parametrizations.weight.original.grad)
P.remove_parametrizations(l, "weight", leave_parametrized=True); print(l)
s = PZ.spectral_norm(nn.Linear(3, 2)); print(s); print(s.weight)
wn = PZ.weight_norm(nn.Linear(3, 2), dim=None); print(wn.parametrizations.weight.original0)
print(type(l))
