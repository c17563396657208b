import torch

x = torch.zeros(2, 3, 4)
print(x.shape, x.size(), x.size(1), x.shape[-1], x.dim(), x.ndim, x.numel())
a, b, c = x.shape
print(a, b, c, tuple(x.shape), list(x.shape), x.shape == (2, 3, 4))
print(x.shape[1:], x.shape.numel(), torch.Size([1, 2]) + torch.Size([3]))
print(torch.tensor(1.0).shape, torch.tensor([]).shape)
print(f'{x.shape}', str(x.size()))
