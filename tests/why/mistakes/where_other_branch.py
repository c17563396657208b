import torch

x = torch.tensor([0.0, 1.0, 4.0], requires_grad=True)
safe = torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))
loss = safe.sum()
loss.backward()
print(x.grad)
# -> x nan 4 where_branch
