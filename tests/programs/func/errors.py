"""What PyTorch says of wrong arguments and of functions that return the wrong thing."""

import torch
from torch.func import grad, grad_and_value, jacfwd, jacrev, jvp, vjp, vmap


class Old(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


x = torch.tensor([1.0, 2.0])
m = torch.ones(2, 3)
tries = [
    lambda: grad(lambda x: x)(x),
    lambda: grad(lambda x: 3)(x),
    lambda: grad(lambda x: x.sum(), argnums=1)(x),
    lambda: grad(lambda x: x.sum(), argnums=(0, 0))(x),
    lambda: grad(lambda x: x.sum(), argnums=())(x),
    lambda: grad(lambda x: x.sum(), argnums="a")(x),
    lambda: grad(lambda x: x.sum())(2.0),
    lambda: grad(lambda x: x.sum())({"a": 3.0}),
    lambda: grad(lambda x: x.sum())(torch.tensor([1, 2])),
    lambda: grad_and_value(lambda x: x.sum(), has_aux=True)(x),
    lambda: grad(lambda x: x.add_(1).sum())(x),
    lambda: grad(lambda x: Old.apply(x).sum())(x),
    lambda: vjp(lambda x: x, x)[1]((x,)),
    lambda: vjp(lambda x: {"a": [x, x]}, x)[1](x),
    lambda: vjp(lambda x: x, x)[1](torch.ones(3)),
    lambda: vjp(lambda x: 3, x),
    lambda: vjp(lambda x: x > 0, x),
    lambda: jacrev(lambda x: x > 0)(x),
    lambda: jacrev(lambda x: x, chunk_size=0),
    lambda: jacfwd(lambda x: x, argnums=1)(x),
    lambda: jvp(lambda x: x, x, x),
    lambda: jvp(lambda x: x, (x,), (x, x)),
    lambda: jvp(lambda x: x, (x,), (torch.ones(3),)),
    lambda: jvp(lambda x: 3, (x,), (x,)),
    lambda: jvp(lambda x: x, (), ()),
    lambda: vmap(lambda x: x, in_dims=(0, 1))(x),
    lambda: vmap(lambda x: x, in_dims=2)(x),
    lambda: vmap(lambda x, y: x, in_dims=((0,), {"a": 0}))(x, [x]),
    lambda: vmap(lambda x: x, in_dims=None)(x),
    lambda: vmap(lambda x: x, in_dims=1.0)(x),
    lambda: vmap(lambda x: x, in_dims=(0.5,))(x),
    lambda: vmap(lambda x: x, in_dims=(None,))(x),
    lambda: vmap(lambda x: 3)(x),
    lambda: vmap(lambda x: x, out_dims=(0, 0))(x),
    lambda: vmap(lambda x: (x, x), out_dims=(0, 0, 0))(x),
    lambda: vmap(lambda x: x, out_dims=3)(x),
    lambda: vmap(lambda x: x, out_dims=1.0)(x),
    lambda: vmap(lambda x: x * torch.randn(()))(x),
    lambda: vmap(lambda x: x, randomness="foo"),
    lambda: vmap(lambda x: x, chunk_size=0),
    lambda: vmap(lambda x: x)(),
    lambda: vmap(lambda x: x)(3),
    lambda: vmap(lambda x, y: x + y)(x, torch.ones(3)),
    lambda: vmap(torch.dot)(m, m.T),
    lambda: vmap(lambda x: x.unsqueeze(5))(x),
    lambda: vmap(lambda x: x @ x)(x),
]
for attempt in tries:
    try:
        print(attempt())
    except (RuntimeError, ValueError, IndexError, TypeError) as error:
        print(type(error).__name__, error)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    grad(lambda x: x.sum())(x)
