import torch
from torch.optim.lr_scheduler import LRScheduler


class Warmup(LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        return [lr * min(1, (self.last_epoch + 1) / self.steps) for lr in self.base_lrs]


w = torch.nn.Parameter(torch.tensor(1.0))
opt = torch.optim.SGD([w], lr=0.4)
sched = Warmup(opt, 4)
for _ in range(6):
    w.grad = torch.ones(())
    opt.step()
    print(f'{w.item():.4f}', opt.param_groups[0]['lr'])
    sched.step()
