import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)


class Meter:
    def __init__(self):
        self.values = []

    def update(self, loss):
        self.values.append(loss.item())

    def mean(self):
        return torch.tensor(self.values).mean()


meter = Meter()
for _ in range(3):
    meter.update(model(torch.randn(3, 2)).pow(2).mean())
mean = meter.mean()
mean.backward()
# -> mean error 13 item
