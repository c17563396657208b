"""What is not below a bound keeps its sign, be it that of 0."""

import torch
import torch.nn.functional as F

x = torch.tensor([-0.0, 0.0, -1.0])
print(torch.relu(x), F.relu6(x), x.clamp(min=0), x.clamp(-1, 0), F.hardtanh(x, 0, 1))
zero = torch.zeros(3)
print(torch.maximum(x, zero), torch.maximum(zero, x), torch.minimum(zero, x), torch.clamp(x, zero, zero + 1))
print(torch.signbit(torch.relu(torch.full((33,), -0.0))).all())

for count in (5, 7):
    for f in (F.hardtanh, F.relu6, F.hardshrink, F.softshrink):
        nan = torch.full((count,), float("nan"), requires_grad=True)
        out = f(nan)
        out.sum().backward()
        print(count, f.__name__, out[0].item(), nan.grad.sum().item())
