import torch
from torch.autograd import gradcheck

x = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
for function in (lambda a: a > 0, lambda a: (a * 2, a > 0), lambda a: (a * 2, a.detach())):
    try:
        print(gradcheck(function, (x,)))
    except RuntimeError as error:
        print(type(error).__name__, error)
print(x)
