import torch

x = torch.tensor([0.0, 1.0], dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(torch.abs, (x,), raise_exception=False))
x = torch.tensor([-1.0, 1.0], dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(torch.abs, (x,)))
