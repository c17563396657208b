import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
x, y = torch.randn(4, 3), torch.randn(4)
for _ in range(3):
    inner = (x @ w - y).pow(2).mean()
    g, = torch.autograd.grad(inner, w)
    loss = (x @ (w - 0.1 * g) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
