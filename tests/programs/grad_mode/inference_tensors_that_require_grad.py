import torch
from torch import nn

with torch.inference_mode():
    a = torch.ones(2, requires_grad=True)
    n = torch.ones(2)
b = torch.ones(2, requires_grad=True)
for compute in (
    lambda: a + a, lambda: a * a, lambda: a.sum(), lambda: a.exp().log(), lambda: -a, lambda: torch.stack([a, a]),
    lambda: a + 1, lambda: a * 2, lambda: a + torch.ones(2), lambda: a + b, lambda: a * b, lambda: n * n,
    lambda: a.detach(), lambda: n.detach(), lambda: a.view(2, 1), lambda: torch.where(a > 0, a, a),
):  # fmt: skip
    try:
        out = compute()
        print(out.requires_grad, out.is_inference(), out.is_leaf)
    except RuntimeError as e:
        print(e)
(a + b).sum().backward()
print(a.grad, b.grad)
for write in (
    lambda: a.add_(1), lambda: a.exp_(), lambda: n.resize_(1), lambda: n.requires_grad_(), lambda: nn.Parameter(n),
):  # fmt: skip
    try:
        print(write())
    except RuntimeError as e:
        print(e)
constant = nn.Parameter(n, requires_grad=False)
print(constant.is_inference(), (constant * 2).is_inference())
