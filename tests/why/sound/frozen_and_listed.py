import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
model[0].requires_grad_(False)
optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
for _ in range(2):
    loss = model(torch.ones(3, 2)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
for name, parameter in model.named_parameters():
    print(name, parameter.requires_grad, parameter.grad)
