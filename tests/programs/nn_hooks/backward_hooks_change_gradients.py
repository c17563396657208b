import torch
from torch import nn

m = nn.Linear(2, 1, bias=False)
with torch.no_grad():
    m.weight.fill_(3.0)
m.register_full_backward_pre_hook(lambda mod, go: (go[0] * 10,))
m.register_full_backward_hook(lambda mod, gi, go: (gi[0] + 1,))
m.register_full_backward_hook(lambda mod, gi, go: print(gi, go))
x = torch.ones(1, 2, requires_grad=True)
m(x).sum().backward()
print(x.grad, m.weight.grad)
torch.manual_seed(0)
bad = nn.Linear(2, 1)
bad.register_full_backward_hook(lambda mod, gi, go: (gi[0], gi[0]))
try:
    bad(x).sum().backward()
except RuntimeError as e:
    print(e)
