import torch

x = torch.tensor([0.5, 1.0], requires_grad=True)
y = torch.exp(x)


def vjp(v):
    x.grad = None
    y.backward(v, retain_graph=True)
    return x.grad.clone()


u, v = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 2.0])
print(vjp(u), vjp(v))
print(vjp(u + v), torch.allclose(vjp(u) + vjp(v), vjp(u + v)))
