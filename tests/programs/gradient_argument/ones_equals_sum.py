import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
(x ** 2).backward(torch.ones(3))
by_ones = x.grad.clone()
x.grad = None
(x ** 2).sum().backward()
print(by_ones, x.grad, torch.equal(by_ones, x.grad))
