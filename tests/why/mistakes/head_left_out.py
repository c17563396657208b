import torch
import torch.nn as nn
torch.manual_seed(0)
mu_head = nn.Linear(3, 1)
var_head = nn.Linear(3, 1)
opt = torch.optim.SGD(list(mu_head.parameters()) + list(var_head.parameters()), lr=0.01)
x, y = torch.randn(6, 3), torch.randn(6, 1)
for _ in range(2):
    mu, var = mu_head(x), torch.exp(var_head(x))
    nll = ((y - mu) ** 2).mean()
    opt.zero_grad()
    nll.backward()
    opt.step()
# -> var_head.weight none 12 not_in_loss
# -> var_head.bias none 12 not_in_loss
