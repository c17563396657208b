import torch
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([0.0, 4.0], requires_grad=True)
ratio = torch.where(b != 0, a / b, torch.zeros_like(a))
ratio.sum().backward()
print(a.grad, b.grad)
# -> a nan 4 where_branch
# -> b nan 4 where_branch
