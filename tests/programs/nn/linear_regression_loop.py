import torch
from torch import nn

torch.manual_seed(0)
x = torch.arange(5.0).unsqueeze(1)
y = 3 * x + 2
model = nn.Linear(1, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.02)
for epoch in range(6):
    loss = nn.functional.mse_loss(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 2 == 1:
        print(f'Epoch {epoch}: loss = {loss.item():.4f}, w = {model.weight.item():.4f}, b = {model.bias.item():.4f}')
