import torch
import torch.nn.functional as F

pred = torch.tensor([1.0, 2.0], requires_grad=True)
loss = F.mse_loss(pred, torch.tensor([1, 3]))
print(loss)
try:
    loss.backward()
    print(pred.grad)
except RuntimeError as e:
    print(e)
