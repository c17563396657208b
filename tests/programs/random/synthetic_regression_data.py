import torch

torch.manual_seed(10)
X = torch.normal(0, 1, (6, 2))
true_w, true_b = torch.tensor([2.0, -3.4]), 4.2
y = X @ true_w + true_b
y += torch.normal(0, 0.01, y.shape)
print(X)
print(y)
