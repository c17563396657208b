import torch

scores = torch.tensor([[3.2, 5.1, -1.7], [1.3, 4.9, 2.0], [2.2, 2.5, -3.1]], requires_grad=True)
y = torch.tensor([0, 1, 2])
correct = scores[torch.arange(3), y].view(-1, 1)
margins = (scores - correct + 1.0).clamp(min=0)
mask = torch.ones_like(margins)
mask[torch.arange(3), y] = 0
loss = (margins * mask).sum() / 3
loss.backward()
print(loss)
print(scores.grad)
