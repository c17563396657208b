import torch

w = torch.ones(3, requires_grad=True)
b = torch.zeros(3, requires_grad=True)
hidden = w.data * 2
out = (hidden + b).sum()
out.backward()
print(b.grad)
print(w.grad)
# -> w none 5 data
