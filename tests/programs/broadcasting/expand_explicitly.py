import torch

b = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
X = torch.ones(2, 3)
y1 = X + b
y2 = X + b.expand(2, 3)
y3 = X + b.repeat(2, 1)
print(y1.equal(y2), y2.equal(y3))
for y in (y1, y2, y3):
    print(torch.autograd.grad(y.sum(), b), y.grad_fn.next_functions[1][0].name())
