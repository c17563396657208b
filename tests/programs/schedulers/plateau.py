import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

w = torch.nn.Parameter(torch.zeros(1))
measures = [5.0, 4.0, 4.0, 4.0, 3.9999, 3.9, 3.9, 3.9, 3.9, 4.5, 1.0, 1.0, 1.0, 1.0]
for options in (
    dict(patience=1), dict(patience=2, factor=0.5, cooldown=2), dict(mode='max', patience=2), dict(patience=0, threshold=0.1, threshold_mode='abs'),
    dict(patience=0, factor=0.1, min_lr=0.02),
):
    opt = torch.optim.SGD([w], lr=1.0)
    sched = ReduceLROnPlateau(opt, **options)
    rates = []
    for m in measures:
        sched.step(torch.tensor(m) if m == 4.0 else m)
        rates.append(round(opt.param_groups[0]['lr'], 8))
    print(options, rates)
    print(sched.state_dict())
for f in (lambda: ReduceLROnPlateau(opt, factor=1.0), lambda: ReduceLROnPlateau(opt, mode='mid'), lambda: ReduceLROnPlateau(3), lambda: sched.step()):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
