import torch
from torch.optim import Optimizer


class SignSGD(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group['params']:
                if p.grad is None:
                    continue
                state = self.state[p]
                state['count'] = state.get('count', 0) + 1
                p.add_(p.grad.sign(), alpha=-group['lr'])


w = torch.nn.Parameter(torch.tensor([1.0, -1.0]))
opt = SignSGD([w])
print(opt)
for _ in range(3):
    opt.zero_grad()
    w.pow(3).sum().backward()
    opt.step()
    print(w)
print(opt.state_dict())
torch.optim.lr_scheduler.StepLR(opt, 1)
print(opt.param_groups[0])
