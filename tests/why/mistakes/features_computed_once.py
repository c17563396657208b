import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(3, 4), nn.Linear(4, 1)
opt = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
features = torch.tanh(body(torch.randn(5, 3)))
for _ in range(2):
    loss = head(features).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> loss error 11 graph_freed
