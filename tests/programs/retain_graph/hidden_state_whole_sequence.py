import torch

w = torch.tensor(0.5, requires_grad=True)
h = torch.tensor(1.0)
total = 0
for x in [1.0, 2.0, 3.0]:
    h = w * h + x
    total = total + h
total.backward()
print(total, w.grad)
