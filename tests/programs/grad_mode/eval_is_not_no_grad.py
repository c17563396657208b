import torch
from torch import nn

torch.manual_seed(0)
m = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
m.eval()
out = m(torch.ones(1, 2))
print(out.requires_grad, m.training, m[1].training)
with torch.no_grad():
    print(m(torch.ones(1, 2)).requires_grad)
