import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
scores = torch.randn(1, 3, 2, 2, requires_grad=True)
target = torch.tensor([[[0, 2], [1, 2]]])
criterion = nn.NLLLoss2d(weight=torch.tensor([1.0, 2.0, 3.0]), ignore_index=1)
loss = criterion(F.log_softmax(scores, dim=1), target)
loss.backward()
print(criterion, loss, isinstance(criterion, nn.NLLLoss))
print(scores.grad)
