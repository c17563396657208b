import torch
import torch.nn as nn
torch.manual_seed(0)
experts = nn.ModuleList(nn.Linear(2, 1) for _ in range(3))
opt = torch.optim.SGD(experts.parameters(), lr=0.1)
for i in range(3):
    x = torch.randn(4, 2)
    loss = experts[i % 3](x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
