import torch
from torch.nn import functional as F

torch.manual_seed(0)
table = torch.nn.Linear(4, 6, bias=False)
optimizer = torch.optim.SGD(table.parameters(), lr=0.1)
targets = [torch.tensor([1, 2, 3, 0, 5]), torch.tensor([4, -1, -1, -1, 2])]
for epoch in range(2):
    optimizer.zero_grad()
    for target in targets:
        loss = F.cross_entropy(table(torch.randn(5, 4)), target, ignore_index=-1) / len(targets)
        loss.backward()
    optimizer.step()
# -> table.weight wrong 12 unequal_means
