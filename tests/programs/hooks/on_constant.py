import torch

x = torch.tensor([1.0, 2.0])
try:
    x.register_hook(print)
except RuntimeError as e:
    print(e)
