import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
x = torch.ones(1, 3, requires_grad=True)
scores = model(x)
scores[0, scores.argmax()].backward()
saliency = x.grad.abs()
print(saliency.shape, saliency)
