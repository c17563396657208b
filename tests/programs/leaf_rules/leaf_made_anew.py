import torch

x = torch.ones(2, requires_grad=True)
x.register_hook(lambda g: g * 10)
y = x * 1
x.data = torch.ones(2, dtype=torch.float64)
try:
    torch.autograd.grad(y.sum(), x)
except RuntimeError as e:
    print(e)
(x * 2).sum().backward()
print(x.grad)
try:
    x.data = torch.ones(2, dtype=torch.int64)
except RuntimeError as e:
    print(e)

x = torch.ones(2, requires_grad=True)
x.grad = torch.zeros(2)
x.data = torch.ones(3)
accumulate = x.view_as(x).grad_fn.next_functions[0][0]
try:
    accumulate(torch.ones(3))
except RuntimeError as e:
    print(e)
