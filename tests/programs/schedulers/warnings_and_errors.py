import torch
from torch.optim import lr_scheduler as s

w = torch.nn.Parameter(torch.zeros(1))
opt = torch.optim.SGD([w], lr=0.1)
sched = s.StepLR(opt, 1)
sched.step()
sched.step()
print(sched.get_lr(), sched.get_last_lr())
for f in (
    lambda: s.StepLR(3, 1), lambda: s.StepLR(opt), lambda: s.StepLR(torch.optim.SGD([w], lr=1), 1, last_epoch=3), lambda: s.ConstantLR(opt, factor=2),
    lambda: s.LinearLR(opt, start_factor=0), lambda: s.LinearLR(opt, end_factor=2), lambda: s.LambdaLR(opt, [len, len]),
    lambda: s.CosineAnnealingWarmRestarts(opt, 0), lambda: s.OneCycleLR(opt, 1), lambda: s.OneCycleLR(opt, 1, total_steps=5),
    lambda: s.OneCycleLR(torch.optim.Adam([w]), 1, total_steps=-1), lambda: s.LRScheduler(opt),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
one = s.OneCycleLR(torch.optim.Adam([w]), 1.0, total_steps=2)
for _ in range(4):
    try:
        one.step()
    except ValueError as e:
        print(e)
