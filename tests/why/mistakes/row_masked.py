import torch
import torch.nn.functional as F

torch.manual_seed(0)
q = torch.randn(2, 4, requires_grad=True)
k = torch.randn(3, 4)
v = torch.randn(3, 4)
mask = torch.tensor([[True, False, True], [True, True, True]])
scores = (q @ k.t()) / 2
scores = scores.masked_fill(mask, float("-inf"))
attn = F.softmax(scores, dim=-1)
(attn @ v).sum().backward()
print(q.grad)
# -> (attn @ v).sum() nan 11 all_masked
