import torch

x = torch.arange(6)
print(x.view(2, 3))
print(x.reshape(3, -1).shape, x.view(-1, 2).size(), x.view(1, 6).squeeze(0).shape)
print(x.unsqueeze(1).shape, x.unsqueeze(-2).shape, x[:, None].shape)
print(x.view(2, 3).flatten().shape, x.view(1, 2, 3).flatten(1).shape, x.view(2, 3).ravel().shape)
try:
    x.view(4, 2)
except RuntimeError as e:
    print(e)
try:
    x.reshape(4, -1)
except RuntimeError as e:
    print(e)
try:
    x.reshape(-1, -1)
except RuntimeError as e:
    print(e)
