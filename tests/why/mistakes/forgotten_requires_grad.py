import torch

w = torch.tensor([0.5, -0.5])
b = torch.zeros(1, requires_grad=True)
loss = ((w * 2).sum() + b).pow(2).sum()
loss.backward()
print(b.grad)
print(w.grad)
# -> w none 3 requires_grad_false
