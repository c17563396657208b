"""torch.masked leaves elements out of reductions and normalizations, and out of the gradient."""

import torch
from torch import masked

x = torch.tensor([[4.0, 1.0, 3.0], [2.0, 5.0, 0.5]], requires_grad=True)
mask = torch.tensor([[True, False, True], [False, True, True]])
for f in (masked.sum, masked.prod, masked.amax, masked.amin, masked.mean, masked.norm, masked.var, masked.std, masked.logsumexp):
    args = (2, 1) if f is masked.norm else (1,)
    out = f(x, *args, mask=mask)
    print(f.__name__, out, torch.autograd.grad(out.sum(), x)[0])
for f in (masked.softmax, masked.log_softmax, masked.softmin, masked.cumsum, masked.cumprod):
    out = f(x, 1, mask=mask)
    print(f.__name__, out, torch.autograd.grad(out[:, 2].sum(), x)[0])
print(masked.normalize(x, 2, 1, mask=mask), masked.median(x, 1, mask=mask), masked.mean(x))
print(masked.argmax(x, 1, mask=mask), masked.argmin(x.detach().long(), 1, mask=mask), masked.sum(x.detach().int(), mask=mask[0]))
print(masked.logaddexp(x, x, input_mask=mask, other_mask=~mask))
for call in (
    lambda: masked.sum(x, 2, mask=mask),
    lambda: masked.sum(x, (0, 0)),
    lambda: masked.sum(x, mask=mask[None]),
    lambda: masked.mean(x.detach().long()),
    lambda: masked.amax(mask, mask=mask),
    lambda: masked.median(torch.tensor([[1, 2]]), mask=torch.tensor([[False, False]])),
):
    try:
        print(call())
    except (IndexError, NotImplementedError, RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
