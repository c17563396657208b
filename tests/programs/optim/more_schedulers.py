import torch

w = torch.nn.Parameter(torch.zeros(1))
schedulers = {
    'Exponential': lambda o: torch.optim.lr_scheduler.ExponentialLR(o, 0.9),
    'MultiStep': lambda o: torch.optim.lr_scheduler.MultiStepLR(o, [2, 3], 0.1),
    'Cosine': lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, 4),
    'Lambda': lambda o: torch.optim.lr_scheduler.LambdaLR(o, lambda e: 1 / (1 + e)),
    'Linear': lambda o: torch.optim.lr_scheduler.LinearLR(o, 0.5, total_iters=3),
}
for name, make in schedulers.items():
    opt = torch.optim.SGD([w], lr=0.1)
    sched = make(opt)
    rates = []
    for _ in range(4):
        rates.append(round(opt.param_groups[0]['lr'], 5))
        opt.step()
        sched.step()
    print(name, rates)
