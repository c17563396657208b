import torch
import torch.nn as nn
torch.manual_seed(0)
class LoRA(nn.Module):
    def __init__(self, d, r):
        super().__init__()
        self.base = nn.Linear(d, d)
        self.base.requires_grad_(False)
        self.A = nn.Parameter(torch.zeros(d, r))
        self.B = nn.Parameter(torch.zeros(r, d))
    def forward(self, x):
        return self.base(x) + x @ self.A @ self.B
m = LoRA(4, 2)
opt = torch.optim.Adam([m.A, m.B], lr=0.01)
for _ in range(3):
    opt.zero_grad()
    m(torch.randn(5, 4)).pow(2).mean().backward()
    opt.step()
# -> m.A zero 12 zero_factor
# -> m.B zero 12 zero_factor
