import torch
from torch import nn

torch.manual_seed(0)


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(4, 4)
        self.heads = {task: nn.Linear(4, 1) for task in ("age", "size")}

    def forward(self, x, task):
        return self.heads[task](torch.relu(self.trunk(x)))


net = MultiTask()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(5, 4)
for _ in range(3):
    opt.zero_grad()
    loss = sum(net(x, task).pow(2).mean() for task in ("age", "size"))
    loss.backward()
    opt.step()
# -> heads['age'].weight wrong 11 not_in_optimizer
# -> heads['age'].bias wrong 11 not_in_optimizer
# -> heads['size'].weight wrong 11 not_in_optimizer
# -> heads['size'].bias wrong 11 not_in_optimizer
