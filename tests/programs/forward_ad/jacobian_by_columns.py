import torch
import torch.autograd.forward_ad as fwAD



def f(x):
    return torch.stack([x[0] ** 2 + x[1], x[0] * x[1], x[1].exp()])


x = torch.tensor([1.0, 2.0])
columns = []
for i in range(2):
    unit = torch.zeros(2)
    unit[i] = 1.0
    with fwAD.dual_level():
        columns.append(fwAD.unpack_dual(f(fwAD.make_dual(x, unit))).tangent)
J = torch.stack(columns, dim=1)
print(J)
print(torch.autograd.functional.jacobian(f, x))
