import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(2, 3)
        self.fc2 = nn.Linear(3, 1, bias=False)
        self.scale = nn.Parameter(torch.ones(1))
        self.register_buffer('steps', torch.zeros(1))

    def forward(self, x):
        return self.scale * self.fc2(torch.relu(self.fc1(x)))


net = Net()
for name, p in net.named_parameters():
    print(name, tuple(p.shape), p.requires_grad)
print(sum(p.numel() for p in net.parameters()))
print([n for n, _ in net.named_children()], [n for n, _ in net.named_modules()], list(net.state_dict()))
print(net)
