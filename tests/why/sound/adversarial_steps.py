import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 0, 1])
for _ in range(2):
    delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(2):
        adv_loss = nn.functional.cross_entropy(net(x + delta), y)
        g, = torch.autograd.grad(adv_loss, delta)
        delta = (delta + 0.1 * g.sign()).detach().requires_grad_()
    opt.zero_grad()
    nn.functional.cross_entropy(net(x + delta.detach()), y).backward()
    opt.step()
