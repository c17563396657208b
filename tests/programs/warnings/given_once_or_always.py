import warnings

import torch


def count():
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter('always')
        x = torch.ones(1, requires_grad=True)
        (x * x).backward(create_graph=True)
        x.grad = None
        float(x * 1)
    return len(shown)


print(count(), count())
torch.set_warn_always(True)
print(torch.is_warn_always_enabled(), count(), count())
