import torch
from torch import nn


class Poly(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.ParameterList([nn.Parameter(torch.tensor(float(i))) for i in range(3)])

    def forward(self, x):
        return sum(c * x ** i for i, c in enumerate(self.c))


p = Poly()
y = p(torch.tensor(2.0))
y.backward()
print(y, [c.grad.item() for c in p.c], [n for n, _ in p.named_parameters()])
