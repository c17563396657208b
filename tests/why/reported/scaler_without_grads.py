import torch
from torch import nn

torch.manual_seed(0)
gen = nn.Linear(3, 3)
dis = nn.Linear(3, 1)
opt = torch.optim.SGD(gen.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=16.0)
z = torch.randn(4, 3)

fake = gen(z)
score = dis(fake.detach())
loss = -score.mean()
scaler.scale(loss).backward()
scaler.step(opt)
scaler.update()
print("updated")
# => error 12: the loss comes from a detached copy, so no parameter of the optimizer gets a gradient and the scaler has nothing to check
