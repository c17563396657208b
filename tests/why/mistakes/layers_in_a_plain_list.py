import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(2, 2), nn.Linear(2, 2)]
        self.out = nn.Linear(2, 1)
    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.out(x)

torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    net(torch.tensor([[-3.0, 5.0]])).sum().backward()
    opt.step()
# -> layers[0].weight wrong 7 not_in_optimizer
# -> layers[0].bias wrong 7 not_in_optimizer
# -> layers[1].weight wrong 7 not_in_optimizer
# -> layers[1].bias wrong 7 not_in_optimizer
