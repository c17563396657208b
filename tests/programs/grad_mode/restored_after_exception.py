import torch

try:
    with torch.no_grad():
        raise ValueError('inside')
except ValueError as e:
    print(e, torch.is_grad_enabled())
