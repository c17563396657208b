import torch
from torch.autograd.functional import jacobian

A = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
print(jacobian(lambda x: A @ x, torch.zeros(2)))
print(jacobian(lambda x: x.sum(), torch.ones(3)))
print(jacobian(lambda x: x * 2, torch.tensor(1.0)))
