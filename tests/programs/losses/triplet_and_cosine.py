import torch
import torch.nn.functional as F

a = torch.tensor([[1.0, 0.0]], requires_grad=True)
p = torch.tensor([[0.8, 0.1]])
n = torch.tensor([[0.0, 1.0]])
loss = F.triplet_margin_loss(a, p, n, margin=2.0)
loss.backward()
print(loss, a.grad)
print(F.cosine_similarity(a, n), F.cosine_similarity(a, p), F.pairwise_distance(a, n))
print(F.cosine_embedding_loss(a, p, torch.tensor([1.0])))
