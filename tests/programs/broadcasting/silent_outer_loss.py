import torch

pred = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
target = torch.tensor([1.0, 2.0, 3.0])
loss = ((pred - target) ** 2).mean()
print((pred - target).shape, loss)
loss.backward()
print(pred.grad)
loss2 = ((pred.squeeze(1) - target) ** 2).mean()
print(loss2)
