import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3, padding=1)
        self.norm = nn.BatchNorm2d(4)
        self.conv2 = nn.Conv2d(4, 8, 3)
        self.fc = nn.Linear(8 * 3 * 3, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv1(x))), 2)
        x = F.dropout2d(F.relu(self.conv2(x), inplace=True), 0.2, self.training)
        return F.log_softmax(self.fc(torch.flatten(x, 1)), dim=1)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True)
for _ in range(2):
    optimizer.zero_grad()
    loss = F.nll_loss(net(torch.randn(2, 1, 10, 10)), torch.tensor([1, 7]))
    loss.backward()
    optimizer.step()
net.eval()
print(loss.item(), net.norm.running_mean, sum(p.grad.abs().sum() for p in net.parameters()))
