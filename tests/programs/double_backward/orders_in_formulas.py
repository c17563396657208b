import torch
import torch.nn.functional as F

x = torch.tensor([[0.5, -1.25, 1.75], [0.3, 0.9, -0.6]], requires_grad=True)
y = torch.tensor([[1.5, -0.5, 0.25], [0.75, 0.5, -1.0]], requires_grad=True)
v = torch.tensor([0.25, -0.75, 1.5], requires_grad=True)
w = torch.tensor(0.5, requires_grad=True)

for function in (
    lambda: x.logsumexp(1),
    lambda: x.logsumexp((0, 1)),
    lambda: F.mish(x),
    lambda: torch.addmv(w, x, v),
    lambda: torch.addr(w, v, v * 2),
    lambda: torch.diff(x, n=2),
    lambda: torch.tensordot(v, y.T * 2, dims=1),
    lambda: torch.inner(v, y),
):
    out = function()
    leaves = x, y, v, w
    first = torch.autograd.grad(out.square().sum(), leaves, create_graph=True, allow_unused=True)
    sum(g.square().sum() for g in first if g is not None).backward()
    print(out.grad_fn, [g is not None for g in first])
