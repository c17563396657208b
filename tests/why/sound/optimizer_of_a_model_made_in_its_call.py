import torch
from torch import nn

torch.manual_seed(0)
models = []


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        models.append(self)

    def forward(self, x):
        return self.fc(x)


opt = torch.optim.SGD(Net().parameters(), lr=0.1)
teacher = nn.Linear(2, 1).requires_grad_(False)
x = torch.randn(8, 2)
for _ in range(2):
    opt.zero_grad()
    loss = ((models[0](x) - teacher(x)) ** 2).mean()
    loss.backward()
    opt.step()

net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
again = torch.optim.SGD(net[1].to("cpu").parameters(), lr=0.1)
((net(x) - 1) ** 2).mean().backward()
again.step()

schedule = torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=1.0)
scheduler = torch.optim.lr_scheduler.StepLR(schedule, 1, gamma=0.5)
for _ in range(3):
    print(scheduler.get_last_lr())
    schedule.step()
    scheduler.step()
