# All sums begin with 0, so that none is -0; of a product with two zeros no element has a gradient.
import torch

a = torch.ones(3, 3, requires_grad=True)
b, c, d = (torch.ones(shape, requires_grad=True) for shape in ((3, 1), (1,), (1, 3)))
(a - b / c - d).backward(torch.zeros(3, 3))
print(b.grad, c.grad, d.grad)
for shape in (5,), (17,), (3, 3), (40, 40):
    zeros = torch.full(shape, -0.0)
    print(zeros.sum(), zeros.mean(), zeros.sum(-1).flatten()[:2], zeros.double().sum(0).flatten()[:2])
x = torch.tensor([0.0, -2.0, 0.0, 3.0], requires_grad=True)
x.prod().backward()
print(x.grad)
print(torch.ones(6, 1).flip(0).stride(), torch.ones(2, 3).prod(-1, keepdim=True).stride())
