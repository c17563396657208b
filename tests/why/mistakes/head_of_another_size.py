import torch
from torch import nn

class Tagger(nn.Module):
    def __init__(self, tags):
        super().__init__()
        self.body = nn.Linear(5, 4)
        self.head = nn.Linear(4, tags)

    def forward(self, x):
        return self.head(self.body(x).relu())

torch.manual_seed(0)
tagger = Tagger(7)
opt = torch.optim.Adam(tagger.parameters(), lr=0.01)
tagger.head = nn.Linear(4, 2)
x, y = torch.randn(6, 5), torch.tensor([0, 1, 1, 0, 1, 0])
for _ in range(3):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(tagger(x), y)
    loss.backward()
    opt.step()
print(tagger.head.bias.grad)
# -> tagger.head.weight wrong 16 not_in_optimizer
# -> tagger.head.bias wrong 16 not_in_optimizer
