import torch

X = torch.tensor([[1.0, 10.0], [2.0, 20.0], [3.0, 60.0]], requires_grad=True)
Z = (X - X.mean(0)) / X.std(0)
print(Z)
(Z ** 3).sum().backward()
print(X.grad)
