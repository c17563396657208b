import torch
from torch import nn

torch.manual_seed(0)
head = nn.Linear(3, 4)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
crit = nn.CrossEntropyLoss(ignore_index=-1)
xs = torch.randn(3, 2, 3)
ys = torch.tensor([[0, 3], [-1, -1], [2, -1]])
for i in range(3):
    opt.zero_grad()
    loss = crit(head(xs[i]), ys[i])
    loss.backward()
    opt.step()
    print(i, loss.item())
print(head.bias)
# => nan 12: every target of this batch is ignored, so the mean is over no element
