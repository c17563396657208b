import torch
from torch import nn
import torch.nn.functional as F


class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), (2, 2))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        return self.fc2(F.relu(self.fc1(x)))


torch.manual_seed(0)
net = LeNet()
print(net)
out = net(torch.randn(1, 1, 32, 32))
print(out.shape, [tuple(p.shape) for p in net.parameters()])
net.zero_grad()
out.backward(torch.randn(1, 10))
print(net.conv1.bias.grad.shape)
