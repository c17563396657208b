import torch

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
t = torch.linspace(0, 1, 3).view(-1, 1).requires_grad_()
u = net(t)
du, = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)
ddu, = torch.autograd.grad(du, t, torch.ones_like(du), create_graph=True)
residual = ddu + u
loss = (residual ** 2).mean() + (net(torch.zeros(1, 1)) - 1).pow(2).sum()
loss.backward()
print(f'{loss.item():.4f}')
print(net[0].weight.grad.flatten(), net[2].bias.grad)
