import torch

print(torch.tensor([]), torch.zeros(0, 3), torch.zeros(2, 0), torch.tensor([], dtype=torch.int64))
print(torch.zeros(0, requires_grad=True), torch.zeros(0, dtype=torch.bool))
