import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_avg_fn, update_bn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
swa, ema = AveragedModel(net), AveragedModel(net, avg_fn=get_ema_avg_fn(0.5))
for _ in range(4):
    opt.zero_grad()
    net(torch.randn(3, 1)).pow(2).sum().backward()
    opt.step()
    swa.update_parameters(net)
    ema.update_parameters(net)
    print(swa.n_averaged, swa.module[0].weight.flatten(), ema.module[0].weight.flatten())
update_bn([torch.randn(3, 1) for _ in range(2)], swa)
print(swa.module[1].running_mean, swa.module[1].momentum)
