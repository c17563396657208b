import torch
import torch.nn as nn
torch.manual_seed(0)
emb = nn.Embedding(6, 4, padding_idx=0)
att = nn.Linear(4, 1)
opt = torch.optim.SGD([*emb.parameters(), *att.parameters()], lr=0.1)
ids = torch.tensor([[1, 2, 0], [3, 4, 5]])
mask = ids == 0
for _ in range(2):
    v = emb(ids)
    score = att(v).squeeze(-1).masked_fill(mask, float("-inf"))
    w = score.softmax(-1)
    loss = (w.unsqueeze(-1) * v).sum(1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(emb.weight.grad)
