import torch

torch.manual_seed(0)
mu = torch.tensor([0.5, -0.5], requires_grad=True)
log_var = torch.tensor([0.0, 0.2], requires_grad=True)
eps = torch.randn(2)
z = mu + torch.exp(0.5 * log_var) * eps
kl = -0.5 * torch.sum(1 + log_var - mu.pow(2) - log_var.exp())
loss = (z ** 2).sum() + kl
loss.backward()
print(z, kl)
print(mu.grad, log_var.grad)
