import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for x in torch.randn(3, 2):
    losses.append(model(x).pow(2).mean())
loss = torch.tensor(losses, requires_grad=True).mean()
opt.zero_grad()
loss.backward()
opt.step()
# -> model.weight none 10 new_tensor
# -> model.bias none 10 new_tensor
