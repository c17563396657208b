import torch

w = torch.nn.Parameter(torch.zeros(1))
opt = torch.optim.SGD([w], lr=0.1)
sched = torch.optim.lr_scheduler.StepLR(opt, 1)
sched.step()
opt.step()
for _ in range(2):
    sched.step()
print(opt.param_groups[0]['lr'])
