import torch

torch.manual_seed(3)
print(torch.randint(0, 10, (5,)), torch.randint(3, (2, 2)), torch.randint(-5, 5, (3,)))
print(torch.randperm(6))
print(torch.randint(0, 2, (4,)).float(), torch.randint(10, ()).dtype)
