import torch
from torch.autograd.functional import hessian

try:
    hessian(lambda x: x ** 2, torch.ones(2))
except RuntimeError as e:
    print(e)
