import torch
torch.manual_seed(0)
# MAML: inner step by hand
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for task in range(3):
    x = torch.randn(5, 3)
    inner = (x @ w).pow(2).mean()
    g, = torch.autograd.grad(inner, w, create_graph=True)
    fast = w - 0.01 * g
    outer = (x @ fast - 1).pow(2).mean()
    opt.zero_grad()
    outer.backward()
    opt.step()
