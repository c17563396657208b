import torch
from torch import nn

torch.manual_seed(0)
classify = nn.Linear(6, 3)
picture = torch.rand(1, 6)

def saliency(picture, label):
    score = classify(picture)[0, label]
    picture.requires_grad_(True)
    score.backward()
    return picture.grad.abs()

print(saliency(picture, 2))
# -> picture none 10 late_requires_grad
