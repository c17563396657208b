import torch

x = torch.ones(2)
x = x.to('cuda')
print(x)
