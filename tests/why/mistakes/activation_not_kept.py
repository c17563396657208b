import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.fc = nn.Linear(2, 1)
    def forward(self, x):
        self.maps = torch.relu(self.conv(x))
        return self.fc(self.maps.mean(dim=(2, 3)))
torch.manual_seed(0)
net = Net()
net(torch.randn(1, 1, 5, 5)).sum().backward()
cam = net.maps.grad.mean()
# -> self.maps none 9 not_leaf
