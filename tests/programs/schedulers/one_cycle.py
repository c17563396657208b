import torch
from torch.optim import lr_scheduler

w = torch.nn.Parameter(torch.zeros(1))
for make in (
    lambda o: lr_scheduler.OneCycleLR(o, max_lr=0.5, total_steps=12),
    lambda o: lr_scheduler.OneCycleLR(o, max_lr=0.5, epochs=4, steps_per_epoch=3, anneal_strategy='linear', pct_start=0.5),
    lambda o: lr_scheduler.OneCycleLR(o, 0.5, total_steps=14, three_phase=True, div_factor=10, final_div_factor=100),
    lambda o: lr_scheduler.OneCycleLR(o, 0.5, total_steps=12, cycle_momentum=False),
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
