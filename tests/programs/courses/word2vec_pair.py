import torch
import torch.nn.functional as F

torch.manual_seed(0)
center = torch.randn(5, 3, requires_grad=True)
outside = torch.randn(5, 3, requires_grad=True)
c, o, negatives = 1, 3, [0, 4, 4]
score = (center[c] * outside[o]).sum()
neg = -outside[negatives] @ center[c]
loss = -F.logsigmoid(score) - F.logsigmoid(neg).sum()
loss.backward()
print(loss)
print(center.grad)
print(outside.grad)
