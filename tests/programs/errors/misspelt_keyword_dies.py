import torch

x = torch.tensor([1.0, 2.0], require_grad=True)
print(x)
