"""Methods that take nothing, or only keywords, say so."""

import torch

x = torch.tensor([1.5])
for call in (
    lambda: x.item(1),
    lambda: x.item(1, 2),
    lambda: x.item(a=1),
    lambda: x.tolist(1),
    lambda: x.tolist(a=1),
    lambda: x.retain_grad(1),
    lambda: x.numpy(1),
    lambda: x.numpy(force=1),
    lambda: x.numpy(a=1),
    lambda: x.cpu(1),
    lambda: x.double(1),
    lambda: x.double(1, 2),
    lambda: x.double(a=1),
    lambda: x.float(torch.contiguous_format),
    lambda: x.long(1),
    lambda: x.bool(1),
    lambda: x.requires_grad_(1),
    lambda: x.requires_grad_(True, False),
):
    try:
        print(call())
    except TypeError as error:
        print(error)
