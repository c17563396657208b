import torch
import torch.nn as nn
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(2, 2), nn.Linear(2, 1)]
    def all_parameters(self):
        return [p for l in self.layers for p in l.parameters()]
    def forward(self, x):
        return self.layers[1](torch.tanh(self.layers[0](x)))
net = Net()
opt = torch.optim.SGD(net.all_parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    net(torch.randn(3, 2)).pow(2).mean().backward()
    opt.step()
