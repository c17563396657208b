import torch

w = torch.tensor(1.0, requires_grad=True)
error = (w - 3) ** 2
loss = torch.tensor(error.item(), requires_grad=True)
loss.backward()
print(w.grad)
# -> w none 5 item
