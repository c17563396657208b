import torch
from torch import nn

torch.manual_seed(6)
table = nn.Embedding(5, 3, padding_idx=0)
print(table, table.weight)
ids = torch.tensor([[1, 2, 0], [2, 2, 4]])
out = table(ids)
print(out.shape, out.grad_fn)
out.sum().backward()
print(table.weight.grad)
print(nn.Embedding(5, 3, padding_idx=-1), nn.Embedding(4, 2, max_norm=1.0, norm_type=1.0, scale_grad_by_freq=True))
fixed = nn.Embedding.from_pretrained(torch.eye(3))
print(fixed(torch.tensor([2, 0])), fixed.weight.requires_grad)
bag = nn.EmbeddingBag(5, 2, mode='sum')
print(bag, bag(torch.tensor([1, 2, 4, 4]), torch.tensor([0, 1])))
for f in (lambda: nn.Embedding(5, 3, padding_idx=5), lambda: table(torch.tensor([5])), lambda: table(torch.tensor([0.5]))):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
