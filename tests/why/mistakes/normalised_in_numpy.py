import numpy as np
import torch
import torch.nn as nn
class Norm(nn.Module):
    def forward(self, x):
        z = x.detach().cpu().numpy()
        z = (z - z.mean()) / (z.std() + 1e-5)
        return torch.tensor(z, dtype=torch.float32)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), Norm(), nn.Linear(4, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(2):
    loss = net(torch.randn(5, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> net.0.weight none 6 numpy
# -> net.0.bias none 6 numpy
