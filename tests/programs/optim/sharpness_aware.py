import torch
from torch import nn
torch.manual_seed(0)
class SAM(torch.optim.Optimizer):
    def __init__(self, params, base_optimizer, rho=0.05, **kwargs):
        super().__init__(params, dict(rho=rho, **kwargs))
        self.base_optimizer = base_optimizer(self.param_groups, **kwargs)
        self.param_groups = self.base_optimizer.param_groups
        self.defaults.update(self.base_optimizer.defaults)
    @torch.no_grad()
    def first_step(self):
        norm = torch.norm(torch.stack([p.grad.norm(p=2) for g in self.param_groups for p in g["params"] if p.grad is not None]), p=2)
        for g in self.param_groups:
            scale = g["rho"] / (norm + 1e-12)
            for p in g["params"]:
                if p.grad is None: continue
                self.state[p]["old"] = p.data.clone()
                p.add_(p.grad * scale.to(p))
        self.zero_grad()
    @torch.no_grad()
    def second_step(self):
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is not None: p.data = self.state[p]["old"]
        self.base_optimizer.step(); self.zero_grad()
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = SAM(net.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)
x, y = torch.randn(10, 3), torch.randn(10, 1)
for i in range(4):
    loss = nn.functional.mse_loss(net(x), y); loss.backward(); opt.first_step()
    nn.functional.mse_loss(net(x), y).backward(); opt.second_step()
    print(f"{i} {loss.item():.5f}")
print(opt)
