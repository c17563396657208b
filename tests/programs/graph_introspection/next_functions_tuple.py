import torch

x = torch.ones(2, requires_grad=True)
c = torch.ones(2)
for y in (x * c, c * x, x + 1, x - c, 2 / x, x ** 2, torch.cat([c, x]), torch.where(c > 0, x, c)):
    print(y.grad_fn.name(), [(f.name() if f else None, i) for f, i in y.grad_fn.next_functions])
