import torch
from torch.autograd.functional import jacobian

print(jacobian(lambda x: torch.zeros(2), torch.ones(2)))
try:
    jacobian(lambda x: torch.zeros(2), torch.ones(2), strict=True)
except RuntimeError as e:
    print(e)
try:
    jacobian(lambda x: 3.0, torch.ones(2))
except TypeError as e:
    print(e)
