import torch
from torch import nn

class Tempered(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(3, 3)
        self.heat = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)

    def forward(self, x):
        return self.score(x) / self.heat

torch.manual_seed(0)
model = Tempered()
opt = torch.optim.Adam(model.parameters(), lr=0.01)
x, y = torch.randn(5, 3), torch.tensor([0, 2, 1, 1, 0])
for _ in range(3):
    opt.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    opt.step()
# -> self.heat wrong 8 not_in_optimizer
