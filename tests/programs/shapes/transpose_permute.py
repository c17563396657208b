import torch

x = torch.arange(6.0).reshape(1, 2, 3).requires_grad_()
print(x.transpose(1, 2).shape, x.permute(2, 0, 1).shape, x.mT.shape, x.movedim(0, 2).shape)
print(x[0].t(), x[0].T.grad_fn.name(), x[0].t().grad_fn.name(), x.transpose(0, 1).grad_fn.name())
(x.permute(2, 1, 0) * torch.arange(3.0).view(3, 1, 1)).sum().backward()
print(x.grad)
