import torch

torch.manual_seed(0)
slow = torch.randn(3, requires_grad=True)
meta = torch.optim.Adam([slow], lr=1e-2)


def adapted(weights, x, y):
    loss = ((x @ weights - y) ** 2).mean()
    (g,) = torch.autograd.grad(loss, weights, create_graph=True)
    new = weights.data - 0.1 * g.data
    return new.requires_grad_()


for _ in range(2):
    x, y = torch.randn(6, 3), torch.randn(6)
    fast = adapted(slow, x[:3], y[:3])
    outer = ((x[3:] @ fast - y[3:]) ** 2).mean()
    meta.zero_grad()
    outer.backward()
    meta.step()
# -> slow none 11 data
