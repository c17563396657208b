import torch
from torch import nn

class A:
    def fit(self, x):
        m = nn.Linear(2, 2)
        o = torch.optim.SGD(m.parameters(), lr=0.1)
        o.zero_grad()
        m(x).pow(2).mean().backward()
        o.step()

class B:
    def fit(self, x, judge):
        m = nn.Linear(2, 2)
        o = torch.optim.SGD(m.parameters(), lr=0.1)
        o.zero_grad()
        judge(m(x)).pow(2).mean().backward()
        o.step()

x = torch.randn(4, 2)
judge = nn.Linear(2, 1)
A().fit(x)
B().fit(x, judge)
