import torch
torch.manual_seed(0)
seq = torch.randn(12, 2)
cell = torch.nn.GRUCell(2, 3); out = torch.nn.Linear(3, 1)
opt = torch.optim.SGD([*cell.parameters(), *out.parameters()], lr=0.1)
h = torch.zeros(1, 3); loss = 0
for t in range(12):
    h = cell(seq[t:t + 1], h)
    loss = loss + out(h).pow(2).sum()
    if t % 4 == 3:
        opt.zero_grad()
        loss.backward()
        opt.step()
        h, loss = h.detach(), 0
