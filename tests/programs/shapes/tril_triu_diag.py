import torch

x = torch.arange(9.0).reshape(3, 3).requires_grad_()
print(x.tril(), x.triu(1))
print(torch.diag(x), torch.diag(torch.tensor([1.0, 2.0])), x.trace())
x.tril(-1).sum().backward()
print(x.grad)
mask = torch.tril(torch.ones(3, 3)) == 0
print(torch.zeros(3, 3).masked_fill(mask, float('-inf')))
