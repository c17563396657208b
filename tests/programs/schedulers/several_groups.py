import torch
from torch.optim import lr_scheduler as s

a, b = torch.nn.Parameter(torch.zeros(1)), torch.nn.Parameter(torch.zeros(1))
opt = torch.optim.Adam([{'params': a, 'lr': 0.1}, {'params': b, 'lr': 0.01}])
sched = s.ExponentialLR(opt, 0.5)
for _ in range(3):
    opt.step()
    sched.step()
    print(sched.get_last_lr(), [g['lr'] for g in opt.param_groups])
state = sched.state_dict()
again = s.ExponentialLR(torch.optim.Adam([{'params': a, 'lr': 0.1}, {'params': b, 'lr': 0.01}]), 0.9)
again.load_state_dict(state)
print(again.gamma, again.last_epoch, again.get_last_lr())
cycle = s.OneCycleLR(opt, max_lr=[0.2, 0.4], total_steps=4)
print([g['betas'] for g in opt.param_groups], cycle.get_last_lr())
print(opt)
