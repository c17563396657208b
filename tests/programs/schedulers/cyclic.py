import torch
from torch.optim import lr_scheduler

w = torch.nn.Parameter(torch.zeros(1))
for make in (
    lambda o: lr_scheduler.CyclicLR(o, base_lr=0.01, max_lr=0.1, step_size_up=3),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, step_size_up=2, step_size_down=4, mode='triangular2'),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, step_size_up=3, mode='exp_range', gamma=0.9),
    lambda o: lr_scheduler.CyclicLR(o, 0.01, 0.1, step_size_up=2, scale_fn=lambda x: 0.5 ** x, scale_mode='iterations', cycle_momentum=False),
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
