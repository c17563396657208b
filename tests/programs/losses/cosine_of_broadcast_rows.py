import torch
import torch.nn.functional as F

x = torch.tensor([[0.0, 1.0], [1.0, 0.5], [2.0, -1.0]], requires_grad=True)
similar = F.cosine_similarity(x[:, None], x[None] + 1, dim=-1)
print(similar)
similar.sum().backward()
print(x.grad)
scores = (x @ x.T).logsumexp(1)
print(scores.tolist())
scores.sum().backward()
print(x.grad)
