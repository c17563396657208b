import torch
from torch import nn

torch.manual_seed(0)
cell = nn.RNNCell(2, 4)
head = nn.Linear(4, 1)
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1, momentum=0.9)
series = torch.sin(torch.arange(12.0)).reshape(12, 1, 1).expand(-1, -1, 2)
hidden = torch.zeros(1, 4)
for start in range(0, 12, 4):
    hidden = hidden.detach()
    loss = 0
    for t in range(start, start + 4):
        hidden = cell(series[t], hidden)
        loss = loss + (head(hidden) - series[t, :, :1]).abs().mean()
    optimizer.zero_grad(set_to_none=False)
    loss.backward()
    optimizer.step()
    print(f"{start}: {loss.item():.4f}")
