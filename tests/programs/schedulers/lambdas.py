import torch
from torch.optim import lr_scheduler

w = torch.nn.Parameter(torch.zeros(1))
for make in (
    lambda o: lr_scheduler.LambdaLR(o, lambda e: 0.9 ** e),
    lambda o: lr_scheduler.LambdaLR(o, [lambda e: 1 / (e + 1)]),
):
    opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    sched = make(opt)
    rates, momenta = [], []
    for _ in range(12):
        rates.append(opt.param_groups[0]['lr'])
        momenta.append(opt.param_groups[0]['momentum'])
        opt.step()
        sched.step()
    print(type(sched).__name__, rates)
    print(set(momenta) if len(set(momenta)) == 1 else momenta)
    print({key: value for key, value in sched.state_dict().items() if key != '_schedule_phases'})
