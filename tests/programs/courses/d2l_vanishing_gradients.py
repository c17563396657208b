import torch

x = torch.arange(-8.0, 8.0, 4.0, requires_grad=True)
y = torch.sigmoid(x)
y.backward(torch.ones_like(x))
print(x.grad)
torch.manual_seed(0)
M = torch.eye(4) * 3
for i in range(10):
    M = M @ (torch.eye(4) * 1.5)
print(M[0, 0])
