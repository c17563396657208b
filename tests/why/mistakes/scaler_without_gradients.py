import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(3, 2), nn.Linear(2, 1)
opt = torch.optim.SGD(encoder.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
with torch.no_grad():
    code = encoder(torch.randn(4, 3))
loss = head(code).mean()
scaler.scale(loss).backward()
scaler.step(opt)
scaler.update()
# -> encoder.weight error 8 no_grad
