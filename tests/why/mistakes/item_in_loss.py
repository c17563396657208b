import torch

w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
scale = w.item()
loss = (scale * b) ** 2
loss.backward()
print(w.grad, b.grad)
# -> w none 5 item
