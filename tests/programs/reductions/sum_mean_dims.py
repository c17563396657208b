import torch

x = torch.arange(6.0).reshape(2, 3).requires_grad_()
print(x.sum(), x.sum(0), x.sum(1), x.sum(1, keepdim=True), x.sum((0, 1)))
print(x.mean(), x.mean(0), x.mean(dim=1, keepdim=True))
print(x.sum().grad_fn.name(), x.sum(0).grad_fn.name(), x.mean().grad_fn.name(), x.mean(0).grad_fn.name())
(x.sum(0) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(x.grad)
x.grad = None
x.mean(1)[0].backward()
print(x.grad)
