import torch
from torch import nn

torch.manual_seed(1)
model = nn.Linear(3, 1)
for p in model.parameters():
    p.register_hook(lambda grad: torch.clamp(grad, -0.5, 0.5))
model(torch.tensor([[10.0, 0.1, -10.0]])).sum().backward()
print(model.weight.grad, model.bias.grad)
