import torch
import torch.nn.functional as F

pred = torch.tensor([[1.0], [2.0]], requires_grad=True)
target = torch.tensor([1.0, 3.0])
loss = F.mse_loss(pred, target)
print(loss)
loss.backward()
print(pred.grad)
