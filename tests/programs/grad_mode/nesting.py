import torch

x = torch.tensor(1.0, requires_grad=True)
with torch.no_grad():
    a = x * 2
    with torch.enable_grad():
        b = x * 2
        with torch.no_grad():
            c = b * 2
    d = x * 2
print([t.requires_grad for t in (a, b, c, d)])
