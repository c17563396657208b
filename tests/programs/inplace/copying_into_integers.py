# A copy into integers ends the history: nothing there can have a gradient.
import torch

x = torch.tensor([1.5, 2.5], requires_grad=True)
for dtype in (torch.int64, torch.bool, torch.float16):
    t = torch.zeros(2, dtype=dtype)
    print(t.copy_(x), t.requires_grad, t._version)
    t = torch.zeros(2, dtype=dtype)
    t[0] = x[1]
    print(t, t.requires_grad)
    t = torch.zeros(2, 2, dtype=dtype)
    row = t[1]
    row[:] = x
    print(t, row.requires_grad)
