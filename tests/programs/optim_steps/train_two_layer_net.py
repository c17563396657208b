import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(-1, 1, 16).view(-1, 1)
y = x ** 2
for make in (lambda p: torch.optim.SGD(p, lr=0.2, momentum=0.9), lambda p: torch.optim.Adam(p, lr=0.02), lambda p: torch.optim.RMSprop(p, lr=0.01)):
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
    opt = make(net.parameters())
    for step in range(201):
        loss = nn.functional.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 50 == 0:
            print(step, f'{loss.item():.4f}')
    print(net(torch.tensor([[0.5]])).detach())
