import torch
import torch.nn.functional as F

torch.manual_seed(0)
B, H, T, D = 1, 2, 3, 4
q, k, v = (torch.randn(B, H, T, D, requires_grad=True) for _ in range(3))
att = (q @ k.transpose(-2, -1)) / D ** 0.5
mask = torch.tril(torch.ones(T, T))
att = att.masked_fill(mask == 0, float('-inf'))
w = F.softmax(att, dim=-1)
out = (w @ v).transpose(1, 2).reshape(B, T, H * D)
print(w[0, 0])
out.sum().backward()
print(out.shape, v.grad[0, 0])
