import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
log_decay = torch.tensor(0.0, requires_grad=True)
opt = torch.optim.SGD([log_decay], lr=0.1)
x, y = torch.randn(6, 3), torch.randn(6)
for _ in range(2):
    train = ((x @ w - y) ** 2).mean() + log_decay.exp() * (w**2).sum()
    g = torch.autograd.grad(train, w)[0]
    stepped = w - 0.1 * g
    opt.zero_grad()
    ((x @ stepped - y) ** 2).mean().backward()
    opt.step()
# -> log_decay none 10 create_graph
