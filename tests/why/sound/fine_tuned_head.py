import torch
import torch.nn as nn
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(3, 4)
        self.fc = nn.Linear(4, 2)
    def forward(self, x):
        return self.fc(torch.relu(self.features(x)))
net = Net()
opt = torch.optim.SGD(net.fc.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    opt.step()
print(net.fc.weight)
