import torch

src = torch.tensor([1.0, 2.0], requires_grad=True)
dst = torch.zeros(2)
dst.copy_(src)
print(dst, dst.grad_fn.name())
(dst * 3).sum().backward()
print(src.grad)
