import torch

hits = torch.tensor([3.0, 0.0, 5.0], requires_grad=True)
shots = torch.tensor([4.0, 0.0, 10.0])

rate = hits / shots
rate = torch.where(shots > 0, rate, torch.zeros_like(rate))
score = (rate * torch.tensor([1.0, 2.0, 3.0])).sum()
score.backward()
print(score)
print(hits.grad)
# => nan 6: the ratio is 0/0 for an empty bin; where() hides it only in the forward pass
