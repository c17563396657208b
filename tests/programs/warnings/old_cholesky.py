import torch

a = torch.tensor([[4.0, 2.0], [2.0, 3.0]], requires_grad=True)
for upper in (False, True):
    factor = torch.cholesky(a, upper)
    print(factor)
factor.sum().backward()
print(a.grad)
