import torch
from torch import nn

torch.manual_seed(0)
enc, dec = nn.Linear(4, 2), nn.Linear(2, 4)
x = torch.eye(4)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=0.1)
for step in range(3):
    z = torch.tanh(enc(x))
    loss = nn.functional.mse_loss(dec(z), x)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, f'{loss.item():.4f}')
