import torch
from torch import nn

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
model[2] = nn.Linear(8, 1)
X = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])
Y = torch.tensor([[0.], [1.], [1.], [0.]])
for step in range(5):
    opt.zero_grad()
    loss = ((model(X) - Y) ** 2).mean()
    loss.backward()
    opt.step()
print(loss.item())
# -> model.2.weight wrong 7 not_in_optimizer
# -> model.2.bias wrong 7 not_in_optimizer
