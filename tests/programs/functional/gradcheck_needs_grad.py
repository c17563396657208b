import torch

x = torch.tensor([0.5, 1.5], dtype=torch.double)
try:
    torch.autograd.gradcheck(torch.sin, (x,))
except ValueError as e:
    print(e)
