import torch

x = torch.tensor([[1.0, 2.0], [3.0, 5.0], [5.0, 11.0]], requires_grad=True)
gamma = torch.ones(2, requires_grad=True)
beta = torch.zeros(2, requires_grad=True)
mean = x.mean(0, keepdim=True)
diff = x - mean
var = (diff ** 2).sum(0, keepdim=True) / (3 - 1)
xhat = diff * (var + 1e-5) ** -0.5
out = gamma * xhat + beta
(out * torch.tensor([[1.0, 0.0], [0.0, 2.0], [0.5, 1.0]])).sum().backward()
print(out)
print(x.grad, gamma.grad, beta.grad)
