import torch
from torch.distributions import Dirichlet, Beta, Gamma, kl_divergence
torch.manual_seed(0)
a = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
s = Dirichlet(a).rsample(); print(s); s[0].backward(); print(a.grad)
b = torch.tensor(2., requires_grad=True)
x = Beta(b, torch.tensor(3.)).rsample((3,)); print(x, x.grad_fn); x.sum().backward(); print(b.grad)
g = torch.tensor(2., requires_grad=True)
x = Gamma(g, 1.0).rsample((3,)); print(x, x.grad_fn); x.sum().backward(); print(g.grad)
print(kl_divergence(Beta(b, b), Beta(1., 2.)), kl_divergence(Gamma(g, g), Gamma(1., 2.)))
