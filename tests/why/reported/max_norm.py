import torch
from torch import nn

torch.manual_seed(0)
emb = nn.Embedding(4, 3, max_norm=1.0)
proj = nn.Parameter(torch.randn(3, 2))
ids = torch.tensor([1, 3])
table = emb.weight @ proj
picked = emb(ids) @ proj
loss = (picked[:, None] - table[None]).sigmoid().mean()
loss.backward()
print(emb.weight.grad)
# => error 9: the embedding with max_norm renormalises its weight in place after the product has saved it (line 8)
