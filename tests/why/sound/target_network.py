import copy
import torch
from torch import nn

torch.manual_seed(0)
q = nn.Linear(3, 2)
target = copy.deepcopy(q)
optimizer = torch.optim.Adam(q.parameters(), lr=0.01)
for step in range(4):
    state, following = torch.randn(5, 3), torch.randn(5, 3)
    with torch.no_grad():
        wanted = 1.0 + 0.9 * target(following).max(dim=1).values
    value = q(state).gather(1, torch.zeros(5, 1, dtype=torch.long)).squeeze(1)
    loss = nn.functional.smooth_l1_loss(value, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for p, t in zip(q.parameters(), target.parameters()):
            t.mul_(0.9).add_(0.1 * p)
