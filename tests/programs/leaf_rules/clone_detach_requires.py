import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
a = x.clone()
b = x.detach().clone()
c = x.clone().detach().requires_grad_()
print(a, b, c)
(a.sum() + c.sum()).backward()
print(x.grad, c.grad)
