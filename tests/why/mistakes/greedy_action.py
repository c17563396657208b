import torch
import torch.nn as nn
torch.manual_seed(0)
policy = nn.Linear(3, 2)
opt = torch.optim.SGD(policy.parameters(), lr=0.1)
rewards = torch.tensor([1.0, -1.0])
s = torch.randn(4, 3)
action = policy(s).argmax(1)
loss = -rewards[action].mean()
try:
    loss.backward()
except RuntimeError as e:
    print(e)
opt.step()
print(policy.weight.grad)
# -> policy.weight none 8 argmax
