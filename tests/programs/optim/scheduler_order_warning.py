import torch

w = torch.tensor(1.0, requires_grad=True)
opt = torch.optim.SGD([w], lr=1.0)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.5)
sched.step()
w.backward()
opt.step()
print(sched.get_last_lr(), w)
