import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
c = x.cumsum(0)
p = x.cumprod(0)
print(c, p)
c.backward(torch.tensor([1.0, 1.0, 1.0]))
print(x.grad)
x.grad = None
p.sum().backward()
print(x.grad)
