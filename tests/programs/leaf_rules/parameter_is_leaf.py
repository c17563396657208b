import torch

p = torch.nn.Parameter(torch.zeros(2))
print(p)
print(p.is_leaf, p.requires_grad, isinstance(p, torch.Tensor), type(p).__name__)
q = p * 2
print(type(q).__name__, q)
print(p.data)
