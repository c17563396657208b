import torch
from torch.autograd import gradcheck, gradgradcheck

x = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
for inputs in (x, [x], (x,), 3.0, None, "x", {"x": x}, (), x.detach()):
    for check in (gradcheck, gradgradcheck):
        try:
            print(check(torch.sin, inputs))
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
single = torch.ones(2, requires_grad=True)
for _ in range(2):
    print(gradcheck(torch.sin, single, eps=1e-2, atol=1e-2))
print(gradcheck(torch.cos, single, eps=1e-2, atol=1e-2))
