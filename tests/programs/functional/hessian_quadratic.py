import torch
from torch.autograd.functional import hessian

A = torch.tensor([[2.0, 1.0], [1.0, 4.0]])
print(hessian(lambda x: 0.5 * x @ A @ x, torch.tensor([1.0, 1.0])))
print(hessian(lambda x: x.pow(3).sum(), torch.tensor([1.0, 2.0])))
