import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

for reentrant in (False, True):
    torch.manual_seed(1)
    drop = nn.Dropout(0.5)
    x = torch.ones(6, requires_grad=True)
    y = checkpoint(lambda t: drop(t * 2) * 3, x, use_reentrant=reentrant)
    torch.rand(3)
    y.sum().backward()
    print(y.detach(), x.grad, torch.rand(1))
torch.manual_seed(0)
net = nn.Sequential(*[nn.Linear(2, 2) for _ in range(4)])
x = torch.ones(1, 2, requires_grad=True)
out = checkpoint(net, x, use_reentrant=False)
out.sum().backward()
print(out, x.grad, net[0].weight.grad)
