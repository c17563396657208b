import torch

w = torch.tensor([[1.0], [1.0]], requires_grad=True)
b = torch.tensor([-10.0], requires_grad=True)
x = torch.tensor([[1.0, 2.0], [3.0, 1.0]])
h = torch.relu(x @ w + b)
loss = ((h - 1) ** 2).mean()
loss.backward()
print(w.grad, b.grad)
# -> w zero 6 dead_relu
# -> b zero 6 dead_relu
