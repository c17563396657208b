import torch
import torch.nn as nn

torch.manual_seed(0)
layers = [nn.Linear(4, 4) for _ in range(14)]
h = torch.randn(2, 4)
for layer in layers:
    h = torch.sigmoid(layer(h))
h.sum().backward()
print(layers[0].weight.grad)
# -> layers[0].weight zero 8 vanishing
