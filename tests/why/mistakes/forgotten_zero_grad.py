import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x = torch.tensor([[1.0], [2.0]])
for epoch in range(4):
    loss = ((model(x) - 2 * x) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
# -> model.weight wrong 10 accumulates
# -> model.bias wrong 10 accumulates
