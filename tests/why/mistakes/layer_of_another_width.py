import torch
x = torch.ones(4, 3)
w = torch.ones(5, 2, requires_grad=True)
loss = (x @ w).sum()
loss.backward()
# -> x error 4 shapes
