import torch
from torch import nn

torch.manual_seed(0)
rnn, head = nn.RNN(1, 4, batch_first=True), nn.Linear(4, 1)
opt = torch.optim.Adam([*rnn.parameters(), *head.parameters()], lr=0.05)
series = torch.sin(torch.arange(13.0) * 0.7)
h = None
for start in range(0, 12, 4):
    x, y = series[start:start + 4].view(1, 4, 1), series[start + 1:start + 5].view(1, 4, 1)
    out, h = rnn(x, h)
    loss = (head(out) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    h = h.detach()
    print(f'{loss.item():.5f}', h.flatten())
