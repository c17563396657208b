import torch

x = torch.tensor([0.5, 1.5], requires_grad=True)
try:
    print(torch.autograd.gradcheck(torch.sin, (x,)))
except RuntimeError as e:
    print(type(e).__name__, str(e).split('\n')[0])
