import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
w = nn.Parameter(torch.tensor([1.0, -1.0]))
opt = torch.optim.LBFGS([w], lr=0.5)
def closure():
    opt.zero_grad()
    l = (w ** 2).sum() + (w[0] - 1) ** 2
    l.backward()
    return l
for _ in range(2):
    opt.step(closure)
print(w)
