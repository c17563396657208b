import torch
from torch import nn

torch.manual_seed(0)
emb, head, copy = nn.Embedding(5, 3), nn.Linear(3, 5, bias=False), nn.Linear(3, 5, bias=False)
copy.weight.data = emb.weight.data
copy.weight.requires_grad_(False)
head.weight = emb.weight
opt = torch.optim.SGD([*emb.parameters()], lr=0.1)
for _ in range(2):
    opt.zero_grad()
    h = emb(torch.tensor([0, 2]))
    (nn.functional.cross_entropy(head(h), torch.tensor([2, 4])) + copy(h.detach()).sum()).backward()
    opt.step()
