import torch
import torch.nn as nn
import copy
torch.manual_seed(0)
q = nn.Linear(3, 2)
q_target = copy.deepcopy(q)
opt = torch.optim.Adam(q.parameters(), lr=0.01)
s, s2, r = torch.randn(4, 3), torch.randn(4, 3), torch.randn(4)
a = torch.tensor([0, 1, 1, 0])
for t in range(4):
    with torch.no_grad():
        target = r + 0.9 * q_target(s2).max(1).values
    pred = q(s).gather(1, a[:, None]).squeeze(1)
    loss = nn.functional.smooth_l1_loss(pred, target)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if t % 2:
        q_target.load_state_dict(q.state_dict())
print(loss.item())
