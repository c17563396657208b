import torch
from torch import nn

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.Adam(model[2].parameters(), lr=1e-2)
grad_scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
for step in range(2):
    optimizer.zero_grad()
    out = model(torch.randn(5, 4))
    grad_scaler.scale(out.pow(2).mean()).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.5)
    grad_scaler.step(optimizer)
    grad_scaler.update()
# -> model.2.weight wrong 12 clipped_scaled
# -> model.2.bias wrong 12 clipped_scaled
