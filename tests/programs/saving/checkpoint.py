"""A checkpoint: training goes on from it as if it had not been interrupted."""
import io

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.register_buffer("scale", torch.arange(3.0))
        self.tied = self.fc.weight

    def forward(self, x):
        return self.fc(x * self.scale)


def train(net, optimizer, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        optimizer.step()
    return loss


torch.manual_seed(0)
x = torch.randn(4, 3)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
loss = train(net, optimizer, 3)
file = io.BytesIO()
torch.save({"epoch": 3, "net": net.state_dict(), "optimizer": optimizer.state_dict(), "loss": loss}, file)
print(train(net, optimizer, 2))
file.seek(0)
checkpoint = torch.load(file, map_location=torch.device("cpu"), weights_only=True)
again = Net()
print(again.load_state_dict(checkpoint["net"]))
optimizer = torch.optim.Adam(again.parameters(), lr=0.5)
optimizer.load_state_dict(checkpoint["optimizer"])
print(checkpoint["epoch"], checkpoint["loss"], checkpoint["loss"].is_leaf, type(checkpoint["net"]), dict(checkpoint["net"]._metadata))
print(train(again, optimizer, 2), optimizer.param_groups[0]["lr"])
