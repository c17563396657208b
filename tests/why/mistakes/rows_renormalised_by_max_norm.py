import torch
import torch.nn.functional as F

torch.manual_seed(2)
words = torch.nn.Parameter(torch.randn(5, 2))
scores = words @ torch.randn(2, requires_grad=True)
chosen = F.embedding(torch.tensor([0, 3]), words, max_norm=0.5)
(scores.sum() + chosen.pow(2).sum()).backward()
# -> words error 7 saved_changed
