import torch
from torch import nn

torch.manual_seed(0)


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(3, 2, bias=False)
        self.experts = nn.ModuleList([nn.Linear(3, 1) for _ in range(2)])

    def forward(self, x):
        chosen = self.gate(x).topk(1, dim=-1).indices.squeeze(-1)
        return torch.stack([self.experts[int(k)](row) for k, row in zip(chosen, x)])


model = Experts()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
loss = (model(torch.randn(6, 3)) - 1).pow(2).mean()
loss.backward()
opt.step()
# -> model.gate.weight none 14 argmax
