import torch

x = torch.tensor(1.0, requires_grad=True)
(x * 2).backward()
if x.grad != 3:
    raise SystemExit('gradient is wrong')
