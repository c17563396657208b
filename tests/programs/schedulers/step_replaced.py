# A scheduler wraps the optimizer's step, to tell whether it came first; who replaces it afterwards is told so.
import types

import torch
from torch.optim.lr_scheduler import EPOCH_DEPRECATION_WARNING, CyclicLR, StepLR

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
scheduler.step(5)
print(optimizer._opt_called, scheduler.get_last_lr(), EPOCH_DEPRECATION_WARNING[:40])

other = torch.optim.SGD([weight], lr=1.0)
late = StepLR(other, step_size=1)
late.step()

cyclic = CyclicLR(torch.optim.SGD([weight], lr=1.0, momentum=0.9), 0.1, 1.0, step_size_up=2, mode="exp_range", gamma=0.5)
print(sorted(cyclic.state_dict()))
again = CyclicLR(torch.optim.SGD([weight], lr=1.0, momentum=0.9), 0.1, 1.0, step_size_up=2)
again.load_state_dict(cyclic.state_dict())
again.optimizer.step()
for _ in range(3):
    again.step()
    print(again.mode, again.get_last_lr())
