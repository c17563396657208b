import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        h = torch.tanh(self.encoder(x))
        h = h.detach()
        return self.head(h)

torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for epoch in range(3):
    optimizer.zero_grad()
    loss = net(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    optimizer.step()
# -> net.encoder.weight none 12 detach
# -> net.encoder.bias none 12 detach
