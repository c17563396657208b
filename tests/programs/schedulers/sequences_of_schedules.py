import torch
from torch.optim import lr_scheduler as s

w = torch.nn.Parameter(torch.zeros(1))
for make in (
    lambda o: s.SequentialLR(o, [s.ConstantLR(o, 0.1, total_iters=2), s.ExponentialLR(o, 0.9)], milestones=[3]),
    lambda o: s.SequentialLR(o, [s.LinearLR(o, 0.25, total_iters=4), s.CosineAnnealingLR(o, 5), s.StepLR(o, 2)], milestones=[4, 8]),
):
    opt = torch.optim.SGD([w], lr=1.0)
    sched = make(opt)
    rates = []
    for _ in range(12):
        rates.append(round(opt.param_groups[0]['lr'], 8))
        opt.step()
        sched.step()
    print(rates, sched.get_last_lr())
    print(sched.state_dict())
opt, other = torch.optim.SGD([w], lr=1.0), torch.optim.SGD([w], lr=2.0)
for f in (
    lambda: s.SequentialLR(opt, [], []), lambda: s.SequentialLR(opt, [s.StepLR(opt, 1)], [1]), lambda: s.SequentialLR(opt, [s.ReduceLROnPlateau(opt)], []),
    lambda: s.SequentialLR(opt, [3], []),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
