import torch
from torch import nn

x = torch.ones(1, 2, requires_grad=True)
for kind, hook in (
    ("register_full_backward_hook", lambda m, gi, go: gi[0] * 2),
    ("register_full_backward_hook", lambda m, gi, go: (torch.ones(3),)),
    ("register_full_backward_hook", lambda m, gi, go: (gi[0], gi[0])),
    ("register_full_backward_hook", lambda m, gi, go: (None,)),
    ("register_full_backward_pre_hook", lambda m, go: go[0] * 2),
    ("register_full_backward_pre_hook", lambda m, go: (torch.ones(3, 3),)),
    ("register_full_backward_pre_hook", lambda m, go: 3),
    ("register_full_backward_pre_hook", lambda m, go: (go[0] * 2,)),
):
    torch.manual_seed(0)
    layer = nn.Linear(2, 1)
    getattr(layer, kind)(hook)
    x.grad = None
    try:
        layer(x).sum().backward()
        print(kind, x.grad)
    except (RuntimeError, TypeError) as error:
        print(kind, error)
