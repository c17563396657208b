import torch

x = torch.arange(6.0).requires_grad_()
b = x * 3
view = b.view(2, 3)
b.detach_()
print(b.requires_grad, view.requires_grad, view.grad_fn.name(), view._version)
view.sum().backward()
print(x.grad)
try:
    view.detach_()
except RuntimeError as error:
    print(error)
