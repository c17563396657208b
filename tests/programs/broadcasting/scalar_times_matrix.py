import torch

s = torch.tensor(2.0, requires_grad=True)
M = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
(s * M).sum().backward()
print(s.grad, M.grad)
