import torch

x = torch.zeros(0, 3)
w = torch.ones(3, 2, requires_grad=True)
y = x @ w
loss = y.sum()
loss.backward()
print(y, loss, w.grad)
print((x @ w.detach()).mean())
