import torch

a = torch.linspace(0., 3., steps=5, requires_grad=True)
torch.sin_(a)
