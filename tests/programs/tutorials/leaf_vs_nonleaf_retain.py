import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.ones(1, 3)
y = torch.zeros(1, 2)
W = torch.rand(3, 2, requires_grad=True)
b = torch.rand(2, requires_grad=True)
z = (x @ W) + b
y_pred = F.relu(z)
loss = F.mse_loss(y_pred, y)
print(f"{x.is_leaf=} {W.is_leaf=} {z.is_leaf=} {loss.is_leaf=}")
print(f"{x.requires_grad=} {b.requires_grad=} {z.requires_grad=}")
z.retain_grad()
loss.retain_grad()
print(f"{loss.retains_grad=} {W.retains_grad=}")
loss.backward()
print(W.grad)
print(b.grad)
print(z.grad)
print(loss.grad)
