import torch

x = torch.zeros(1).expand(3)
x[torch.tensor([True, False, True])] = 2.0
print(x)
x.masked_fill_(torch.tensor([False, True, False]), 3.0)
print(x)
