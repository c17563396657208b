import torch

x = torch.zeros(4, requires_grad=True); b = x * 1; v = b[:2]
print(b.grad_fn.name(), v.grad_fn.name(), v._base is b)   # MulBackward0 SliceBackward0 True
v.mul_(10)                                                # writes through to b
print(b.grad_fn.name(), v.grad_fn.name(), b._version)     # torch::autograd::CopySlices AsStridedBackward0 1
b.sum().backward(); print(x.grad)                         # tensor([10., 10.,  1.,  1.])
