import torch
import torch.nn as nn
torch.manual_seed(0)
a, b = nn.Linear(2, 2), nn.Linear(2, 1)
oa, ob = torch.optim.SGD(a.parameters(), lr=0.1), torch.optim.SGD(b.parameters(), lr=0.1)
x = torch.randn(4, 2)
for step in range(4):
    train_a = step % 2 == 0
    a.requires_grad_(train_a)
    b.requires_grad_(not train_a)
    loss = b(torch.tanh(a(x))).pow(2).mean()
    (oa if train_a else ob).zero_grad()
    loss.backward()
    (oa if train_a else ob).step()
