import torch

a = torch.ones(2, requires_grad=True)
for write in (lambda: a.copy_(torch.ones(3)), lambda: a.fill_(torch.ones(2)), lambda: a[:1].copy_(torch.ones(3))):
    try:
        write()
    except RuntimeError as e:
        print(e)
with torch.no_grad():
    try:
        a.copy_(torch.ones(3))
    except RuntimeError as e:
        print(e)
try:
    a.grad = torch.ones(2, dtype=torch.int64)
except RuntimeError as e:
    print(e)
