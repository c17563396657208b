import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
loss_a = a ** 2
loss_b = b ** 3
loss_a.backward()
print(a.grad)
print(b.grad)
# -> b none 7 not_in_loss
