import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.SiLU(), nn.Linear(4, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1)
steps = 3
optimizer.zero_grad()
for i in range(2 * steps):
    x = torch.randn(4, 3)
    loss = model(x).pow(2).mean() / steps
    loss.backward()
    if (i + 1) % steps == 0:
        norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        nn.utils.clip_grad_value_(model.parameters(), 0.1)
        optimizer.step()
        optimizer.zero_grad()
        print(i, norm, loss.item())
