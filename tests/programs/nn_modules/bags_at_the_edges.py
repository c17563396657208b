# Bags of embeddings: a bag may be empty, a padding must exist, and a table may be empty.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
bag = nn.EmbeddingBag(10, 3, padding_idx=6)
words = torch.tensor([0, 1, 2, 6])
for offsets in ([0, 3, 3], [0, 3, 4], [0, 2, 4]):
    out = bag(words, torch.tensor(offsets))
    print(out)
out.sum().backward()
print(bag.weight.grad[:7])
table = torch.rand(4, 2)
for padding_idx in (-5, -4, 3, 4):
    try:
        print(F.embedding_bag(torch.tensor([[0, 1]]), table, padding_idx=padding_idx).shape)
    except RuntimeError as error:
        print(error)
nothing = nn.Embedding(0, 0)
nothing(torch.tensor([], dtype=torch.int64)).sum().backward()
print(nothing.weight.grad)
