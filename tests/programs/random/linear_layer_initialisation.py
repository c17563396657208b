import torch

torch.manual_seed(0)
layer = torch.nn.Linear(3, 2)
print(layer.weight)
print(layer.bias)
torch.manual_seed(0)
print(torch.nn.Linear(2, 1, bias=False).weight, torch.rand(1))
