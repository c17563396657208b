import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
heads = nn.ModuleList([nn.Linear(3, 1) for _ in range(3)])
mix = nn.Linear(3, 1)
opt = torch.optim.SGD([*heads.parameters(), *mix.parameters()], lr=0.1)
x = torch.randn(3)
for i in range(2):
    outs = []
    for h in heads:
        o = h(x)
        outs.append(o.item())
    loss = mix(torch.tensor(outs)).pow(2).sum()
    opt.zero_grad(); loss.backward(); opt.step()
# -> heads.0.weight none 13 item
