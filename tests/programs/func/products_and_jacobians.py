"""Products with the Jacobian, the Jacobian and the Hessian."""

import torch
from torch.func import hessian, jacfwd, jacrev, jvp, vjp

x = torch.tensor([0.5, -1.0, 2.0])
y = torch.tensor([1.0, 2.0, 3.0])


def f(x, y):
    return x.sin() * y, (x * y).sum()


output, product = vjp(f, x, y)
print(output)
print(product((torch.ones(3), torch.tensor(2.0))))
print(product((y, torch.tensor(0.0))))
value, product, extra = vjp(lambda x: ({"a": x.exp()}, x + 1), x, has_aux=True)
print(value, product({"a": y}), extra)

print(jvp(lambda x: x**2, (x,), (torch.ones(3),)))
print(jvp(f, (x, y), (y, x)))
print(jacrev(lambda x: x.exp())(x))
print(jacrev(f, argnums=(0, 1))(x, y))
print(jacfwd(lambda x: torch.stack([x.sum(), x.prod()]))(x))
print(jacrev(lambda x: ({"s": x.sum(), "m": x.view(3, 1) * x}), argnums=0)(x))
print(jacrev(lambda x: (x**2, x.sum()), has_aux=True)(x))
print(hessian(lambda x: (x**3).sum() + x.prod())(x))
print(jacrev(jacrev(lambda x: x.sin().sum()))(x))
z = torch.tensor([1.0, 2.0], requires_grad=True)
print(jacrev(lambda x: x**2)(z))
print(hessian(lambda x: (x**3).sum())(z))
