import torch

w = torch.tensor([1.5, 2.5], requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
steps = w.long()
y = (steps * b).sum()
y.backward()
print(w.grad)
# -> w none 5 integer
