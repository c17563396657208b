import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.ModuleDict({"enc": nn.Linear(3, 2), "dec": nn.Linear(2, 3)})
for name, p in net.named_parameters():
    if "e" in name:
        p.requires_grad = False
x = torch.randn(4, 3)
loss = (net["dec"](net["enc"](x)) - x).pow(2).mean()
loss.backward()
# -> loss error 7 frozen
