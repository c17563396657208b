import torch
import torch.nn as nn
torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
xs, ys = torch.randn(8, 2, 3), torch.randn(8, 2, 1)
accum = 4
opt.zero_grad()
for i, (x, y) in enumerate(zip(xs, ys)):
    loss = nn.functional.mse_loss(model(x), y) / accum
    loss.backward()
    if (i + 1) % accum == 0:
        opt.step()
        opt.zero_grad()
