"""Gradients through samples, into the parameters."""
import torch
import torch.distributions as D

torch.manual_seed(0)
for make in [
    D.Normal, D.Laplace, D.Gamma, lambda a, b: D.Uniform(-a, b), lambda a, b: D.Exponential(a * b),
    lambda a, b: D.MultivariateNormal(a, scale_tril=torch.diag(b)), lambda a, b: D.MultivariateNormal(a, precision_matrix=torch.diag(b)),
]:
    a = torch.tensor([0.5, 9.0], requires_grad=True)
    b = torch.tensor([1.0, 2.0], requires_grad=True)
    d = make(a, b)
    x = d.rsample((2,))
    (x * torch.tensor([1.0, 3.0])).sum().backward(retain_graph=True)
    print(type(d), x, a.grad, b.grad)
    d.log_prob(x.detach()).sum().backward()
    print(a.grad, b.grad)
