import torch

x = torch.tensor([20.0, -20.0, 0.0], requires_grad=True)
y = torch.sigmoid(x)
y.sum().backward()
print(y)
print(x.grad)
print(torch.tensor([1e-38, 1e-45, 3e38]))
print(torch.tensor([0.00001, 12345.0]), torch.tensor([99999.0, 0.5]), torch.tensor([999999.0]), torch.tensor([99999999.0]))
