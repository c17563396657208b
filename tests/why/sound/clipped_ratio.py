import torch
from torch import nn
torch.manual_seed(0)
pi = nn.Linear(3, 2); old = nn.Linear(3, 2); old.load_state_dict(pi.state_dict())
opt = torch.optim.Adam(pi.parameters(), lr=1e-2)
s = torch.randn(5, 3); adv = torch.randn(5)
for epoch in range(3):
    lp = pi(s).log_softmax(1)[:, 0]
    lo = old(s).log_softmax(1)[:, 0].detach()
    ratio = (lp - lo).exp()
    loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
    opt.zero_grad(); loss.backward(); opt.step()
