import torch
from torch import nn

m = nn.Linear(2, 1)
with torch.no_grad():
    m.weight.fill_(2.0)
    m.bias.zero_()
m.register_backward_hook(lambda mod, gi, go: print(gi, go))
m(torch.ones(1, 2, requires_grad=True)).sum().backward()
try:
    m.register_full_backward_hook(lambda *a: None)
except RuntimeError as e:
    print(e)
n = nn.Tanh()
n.register_backward_hook(lambda mod, gi, go: (gi[0] * 100,))
x = torch.zeros(1, requires_grad=True)
n(x * 1).sum().backward()
print(x.grad)
