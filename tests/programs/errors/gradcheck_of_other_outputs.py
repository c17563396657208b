import torch
from torch.autograd import gradcheck
from torch.autograd.functional import hessian, jacobian

x = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
for function in (lambda a: a > 0, lambda a: (a * 2, a > 0), lambda a: (a * 2, a.detach())):
    try:
        print(gradcheck(function, (x,)))
    except RuntimeError as error:
        print(type(error).__name__, error)
print(x)
for wanted in ({}, {"create_graph": True}, {"strict": True}):
    try:
        jacobian(torch.sin, x, strategy="forward-mode", **wanted)
    except (NotImplementedError, RuntimeError) as error:
        print(type(error).__name__, error)
try:
    hessian(lambda a: a.sin().sum(), x, outer_jacobian_strategy="forward-mode")
except NotImplementedError as error:
    print(error)
