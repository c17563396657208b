import math
import torch
import torch.nn.functional as F

mu = torch.tensor([0.0, 1.0], requires_grad=True)
log_sigma = torch.tensor([0.0, -0.5], requires_grad=True)
x = torch.tensor([0.5, 0.5])
nll = (log_sigma + 0.5 * ((x - mu) / log_sigma.exp()) ** 2 + 0.5 * math.log(2 * math.pi)).sum()
nll.backward()
print(nll, mu.grad, log_sigma.grad)
print(F.gaussian_nll_loss(mu, x, log_sigma.exp() ** 2))
