import torch

for make in (torch.optim.SGD, torch.optim.Adam, torch.optim.RMSprop, torch.optim.AdamW, torch.optim.Adagrad):
    w = torch.nn.Parameter(torch.tensor([1.0, -2.0]))
    opt = make([w], lr=torch.tensor(0.1))
    for _ in range(3):
        opt.zero_grad()
        w.pow(2).sum().backward()
        opt.step()
    print(make.__name__, w.tolist(), opt.param_groups[0]['lr'])
    sched = torch.optim.lr_scheduler.ExponentialLR(opt, 0.5)
    sched.step()
    print(opt.param_groups[0]['lr'], sched.get_last_lr())
