import torch

print(torch.zeros(2), torch.ones(1, 2), torch.full((2,), 7), torch.full((2,), 7.0), torch.eye(2))
print(torch.zeros((2, 1)), torch.zeros(2, dtype=torch.int64), torch.ones(2, dtype=torch.bool))
print(torch.empty(0), torch.empty(2, 0).shape, torch.zeros(()))
x = torch.ones(2, 2, dtype=torch.double, requires_grad=True)
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.int), torch.full_like(x, 3), x.new_zeros(2), x.new_tensor([1]))
print(torch.zeros_like(x).requires_grad, torch.ones_like(x, requires_grad=True))
