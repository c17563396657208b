import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w ** 2).sum()
print(w.grad.norm())
# -> w none 5 no_backward
