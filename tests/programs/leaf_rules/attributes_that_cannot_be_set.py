import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
for name in ("shape", "dtype", "device", "ndim", "is_leaf", "grad_fn", "output_nr", "retains_grad", "_version", "_base"):
    try:
        setattr(y, name, None)
    except AttributeError as e:
        print(e)
