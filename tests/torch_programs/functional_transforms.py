import torch
from torch.func import functional_call, grad, hessian, jacrev, jvp, vjp, vmap

torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
params = dict(model.named_parameters())
x, y = torch.randn(5, 3), torch.randn(5)


def loss(params, x, y):
    return (functional_call(model, params, (x,)).squeeze() - y) ** 2


per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)
print({name: g.shape for name, g in per_sample.items()}, per_sample["bias"].flatten())
print(jacrev(torch.sin)(x[0]), hessian(lambda t: t.pow(3).sum())(x[0]))
print(jvp(torch.exp, (x[0],), (torch.ones(3),)))
out, pullback = vjp(torch.tanh, x[0])
print(pullback(torch.ones(3)))
w = torch.ones(3, requires_grad=True)
vmap(lambda row: row @ w)(x).sum().backward()
print(w.grad)
