import torch

x = torch.tensor([[1.0, 2.0]])
w1 = torch.full((2, 3), 0.1, requires_grad=True)
w2 = torch.full((3, 1), 0.2, requires_grad=True)
with torch.no_grad():
    h = torch.relu(x @ w1)
y = (h @ w2).sum()
y.backward()
print(w1.grad)
# -> w1 none 6 no_grad
