import torch
from torch import nn

torch.manual_seed(0)
adjacency = torch.sparse_coo_tensor([[0, 1, 2], [1, 2, 0]], [1.0, 2.0, 3.0], (3, 3))
features = torch.randn(3, 2, requires_grad=True)
embedding = nn.Embedding(10, 2, sparse=True)
optimizer = torch.optim.SparseAdam(embedding.parameters())
loss = torch.sparse.mm(adjacency, features).relu().sum() + embedding(torch.tensor([1, 1, 4])).pow(2).sum()
loss.backward()
print(features.grad, embedding.weight.grad.coalesce())
optimizer.step()
