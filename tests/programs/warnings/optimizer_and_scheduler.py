import torch

w = torch.nn.Parameter(torch.zeros(1))
opt = torch.optim.SGD([w], lr=0.1)
sched = torch.optim.lr_scheduler.StepLR(opt, 1)
sched.step()
opt.step()
for epoch in range(2):
    sched.step(epoch)
print(opt.param_groups[0]['lr'])
