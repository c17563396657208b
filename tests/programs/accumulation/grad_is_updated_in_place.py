import torch

x = torch.ones(3, requires_grad=True)
x.sum().backward()
kept = x.grad
copied = x.grad.clone()
(2 * x).sum().backward()
print(kept, copied, kept is x.grad)
