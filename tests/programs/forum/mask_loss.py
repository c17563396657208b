import torch

pred = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
target = torch.zeros(2, 2)
mask = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
loss = (((pred - target) ** 2) * mask).sum() / mask.sum()
loss.backward()
print(loss, pred.grad)
pred.grad = None
loss = ((pred - target)[mask.bool()] ** 2).mean()
loss.backward()
print(loss, pred.grad)
