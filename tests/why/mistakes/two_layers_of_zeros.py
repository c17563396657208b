import torch
import torch.nn as nn
torch.manual_seed(0)
fc1 = nn.Linear(3, 4)
fc2 = nn.Linear(4, 1)
nn.init.zeros_(fc2.weight)
nn.init.zeros_(fc1.weight)
nn.init.zeros_(fc1.bias)
opt = torch.optim.SGD([*fc1.parameters(), *fc2.parameters()], lr=0.1)
x = torch.randn(6, 3)
for _ in range(3):
    loss = (fc2(torch.relu(fc1(x))) - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(fc1.weight.grad)
# -> fc1.weight zero 12 zero_factor
# -> fc1.bias zero 12 zero_factor
# -> fc2.weight zero 12 dead_relu
