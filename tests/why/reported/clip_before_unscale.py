import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=65536.0)
x, y = torch.randn(8, 3), torch.randn(8, 1)
start = net.weight.detach().clone()
for i in range(3):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    scaler.scale(loss).backward()
    # should be unscaled first

    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    scaler.step(opt)
    scaler.update()
    print(i, loss.item())
print((net.weight - start).abs().max())
print(net.weight.grad)
# => wrong 16: the gradients are clipped while they are still scaled by 65536, so after unscaling next to nothing is left
