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
o = PZ.orthogonal(nn.Linear(3, 3)); print(o); Q = o.weight; print(torch.allclose(Q @ Q.T, torch.eye(3), atol=1e-5)); print(Q)
o = PZ.orthogonal(nn.Linear(2, 4), orthogonal_map="householder"); print(o.weight)
o = PZ.orthogonal(nn.Linear(3, 3), orthogonal_map="cayley"); print(o.weight)
s = PZ.spectral_norm(nn.Linear(3, 2)); print(s); print(s.weight)
wn = PZ.weight_norm(nn.Linear(3, 2), dim=None); print(wn.parametrizations.weight.original0)
print(type(l), P.type_before_parametrizations(o))
