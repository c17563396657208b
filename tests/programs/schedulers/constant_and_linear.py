import torch
from torch.optim import lr_scheduler

w = torch.nn.Parameter(torch.zeros(1))
for make in (
    lambda o: lr_scheduler.ConstantLR(o),
    lambda o: lr_scheduler.ConstantLR(o, factor=0.5, total_iters=3),
    lambda o: lr_scheduler.LinearLR(o),
    lambda o: lr_scheduler.LinearLR(o, start_factor=1.0, end_factor=0.2, total_iters=4),
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
