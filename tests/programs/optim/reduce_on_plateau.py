import torch

w = torch.nn.Parameter(torch.zeros(1))
opt = torch.optim.SGD([w], lr=0.1)
sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, patience=1, factor=0.5)
for loss in (1.0, 0.9, 0.95, 0.93, 0.92, 0.5):
    sched.step(loss)
    print(loss, opt.param_groups[0]['lr'])
