import torch

x = torch.tensor([3.0], requires_grad=True)
(x * 2).backward()
print(x.grad)
m = torch.tensor([[4.0]], requires_grad=True)
(m * m).backward()
print(m.grad)
