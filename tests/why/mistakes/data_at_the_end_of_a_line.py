import torch
import torch.nn as nn
torch.manual_seed(0)
enc = nn.Linear(5, 3)
dec = nn.Linear(3, 5)
x = torch.randn(7, 5)
opt = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.1)
for it in range(4):
    opt.zero_grad()
    z = torch.relu(enc(x)).data
    rec = dec(z)
    loss = ((rec - x) ** 2).mean()
    loss.backward()
    opt.step()
print(enc.weight.grad)
# -> enc.weight none 10 data
# -> enc.bias none 10 data
