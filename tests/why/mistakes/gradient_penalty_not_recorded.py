import torch
import torch.nn as nn
torch.manual_seed(0)
D = nn.Linear(2, 1)
opt = torch.optim.SGD(D.parameters(), lr=0.1)
x = torch.randn(4, 2, requires_grad=True)
g = torch.autograd.grad(D(x).sum(), x)[0]
gp = (g.norm(dim=1) - 1).pow(2).mean()
opt.zero_grad()
gp.backward()
opt.step()
# -> gp error 7 create_graph
