import torch

x = torch.tensor([1.0, 2.0])
y = torch.tensor([3.0, 4.0])
out = torch.autograd.functional.jacobian(lambda a, b: a * b + a, (x, y))
print(out)
out = torch.autograd.functional.jacobian(lambda a, b: (a.sum(), a * b), (x, y))
print(out)
