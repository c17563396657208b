import torch
from torch import nn, optim

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 3))
for param in model.parameters():
    param.requires_grad = False
model[2] = nn.Linear(3, 2)
optimizer = optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
x = torch.ones(2, 4)
loss = model(x).pow(2).mean()
loss.backward()
for name, p in model.named_parameters():
    print(name, p.requires_grad, None if p.grad is None else tuple(p.grad.shape))
optimizer.step()
print(model[0].weight.grad)
