# A scheduler wraps the optimizer's step, to tell whether it came first; who replaces it afterwards is told so.
import types

import torch
from torch.optim.lr_scheduler import StepLR

weight = torch.ones(1, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=1.0)
print(hasattr(optimizer, "_opt_called"), "step" in vars(optimizer))
scheduler = StepLR(optimizer, step_size=1)
print(hasattr(optimizer, "_opt_called"), "step" in vars(optimizer), optimizer.step.__name__)
print(optimizer.step._wrapped_by_lr_sched, StepLR(optimizer, step_size=2).last_epoch)

plain = optimizer.step
optimizer.step = types.MethodType(lambda self: plain(), optimizer)
optimizer.step()
scheduler.step()
print(optimizer._opt_called, scheduler.get_last_lr())

other = torch.optim.SGD([weight], lr=1.0)
late = StepLR(other, step_size=1)
late.step()
