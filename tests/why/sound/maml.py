import torch
torch.manual_seed(0)
w = torch.randn(2, requires_grad=True)
meta = torch.optim.SGD([w], lr=0.01)
for task in range(2):
    x, y = torch.randn(5, 2), torch.randn(5)
    inner = ((x @ w - y) ** 2).mean()
    g, = torch.autograd.grad(inner, w, create_graph=True)
    fast = w - 0.1 * g
    outer = ((x @ fast - y) ** 2).mean()
    meta.zero_grad()
    outer.backward()
    meta.step()
