import torch
import torch.nn as nn
import torch.nn.functional as F
class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(1, 4, 3)
        self.bn = nn.BatchNorm2d(4)
        self.f = nn.Linear(4 * 9, 3)
    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn(self.c(x))), 2)
        return self.f(x.flatten(1))
torch.manual_seed(0)
net = CNN()
opt = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.StepLR(opt, 2)
running = 0.0
for i in range(3):
    x, y = torch.randn(4, 1, 8, 8), torch.randint(0, 3, (4,))
    opt.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step(); sched.step()
    running += loss.item() * 4
    total_norm = sum(p.grad.norm() ** 2 for p in net.parameters()) ** 0.5
    print(i, running, total_norm.item())
