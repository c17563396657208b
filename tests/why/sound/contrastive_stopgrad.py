import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
enc = nn.Linear(4, 3)
pred = nn.Linear(3, 3)
opt = torch.optim.SGD([*enc.parameters(), *pred.parameters()], lr=0.05)
for _ in range(2):
    x1, x2 = torch.randn(5, 4), torch.randn(5, 4)
    z1, z2 = enc(x1), enc(x2)
    loss = -(F.cosine_similarity(pred(z1), z2.detach()).mean() + F.cosine_similarity(pred(z2), z1.detach()).mean()) / 2
    opt.zero_grad()
    loss.backward()
    opt.step()
