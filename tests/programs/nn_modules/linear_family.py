import torch
from torch import nn

torch.manual_seed(1)
for module, sizes in (
    (nn.Linear(3, 2), [(4, 3)]), (nn.Linear(3, 2, bias=False), [(3,)]), (nn.Linear(3, 2), [(2, 2, 3)]),
    (nn.Identity(54, unused=True), [(2,)]), (nn.Flatten(), [(2, 1, 3)]),
    (nn.Unflatten(1, (1, 3)), [(2, 3)]),
):
    inputs = [torch.randn(size, requires_grad=True) for size in sizes]
    out = module(*inputs)
    print(module, out.shape, out.grad_fn)
    out.sum().backward()
    print(*(x.grad for x in inputs), *(p.grad for p in module.parameters()))
