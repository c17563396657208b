import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1))
opt = torch.optim.SGD([{'params': net[0].parameters()}, {'params': net[1].parameters(), 'lr': 1.0, 'momentum': 0.5}], lr=0.1)
print(opt)
print(len(opt.param_groups), [len(g['params']) for g in opt.param_groups])
extra = nn.Parameter(torch.zeros(1))
opt.add_param_group({'params': extra, 'weight_decay': 0.1})
print(opt.param_groups[2].keys())
for g in opt.param_groups:
    g['lr'] *= 0.5
print([g['lr'] for g in opt.param_groups])
for f in (
    lambda: opt.add_param_group({'params': [extra]}), lambda: opt.add_param_group([extra]), lambda: opt.add_param_group({'params': {extra}}),
    lambda: opt.add_param_group({'params': [extra * 2]}), lambda: opt.add_param_group({'params': ['a']}),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
torch.optim.SGD([extra, extra], lr=0.1)
