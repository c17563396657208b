import torch

x = torch.arange(12.0).reshape(3, 4)
print(x[[0, 2]])
print(x[[0, 2], [1, 3]])
print(x[torch.tensor([2, 0])][:, torch.tensor([0, 0])])
print(x[torch.tensor([[0], [1]]), torch.tensor([0, 3])])
print(x[x > 5])
print(x[:, [True, False, False, True]])
print(x[1, [0, 1]])
