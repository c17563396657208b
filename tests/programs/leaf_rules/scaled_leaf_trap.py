import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True) * 0.01
print(w.is_leaf, w.grad_fn)
w.sum().backward()
print(w.grad)
torch.manual_seed(0)
w = (torch.randn(3) * 0.01).requires_grad_()
w.sum().backward()
print(w.is_leaf, w.grad)
