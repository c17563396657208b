import torch
from torch import nn

torch.manual_seed(0)
emb = nn.Embedding(4, 2, padding_idx=0)
ids = torch.tensor([[1, 2, 0], [3, 1, 1]])
out = emb(ids)
print(out.shape, emb.weight)
out.sum().backward()
print(emb.weight.grad)
