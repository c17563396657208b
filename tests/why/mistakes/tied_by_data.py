import torch
from torch import nn


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Embedding(6, 2)
        self.outer = nn.Linear(2, 6)
        self.outer.weight.data = self.inner.weight.data

    def forward(self, ids):
        return self.outer(self.inner(ids))


torch.manual_seed(0)
net = Tiny()
opt = torch.optim.SGD(net.parameters(), lr=0.5)
for _ in range(2):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(torch.tensor([1, 4])), torch.tensor([4, 2]))
    loss.backward()
    opt.step()
# -> net.outer.weight wrong 10 tied_by_data
