import torch

x = torch.arange(12.0).reshape(3, 4)
print(x[0])
print(x[-1, 2], x[1][2])
print(x[:, 1])
print(x[1:, ::2])
print(x[..., 0], x[None].shape, x[:, None, 1:3].shape)
print(x[1, 1].item(), x[2].tolist())
