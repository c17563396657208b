import torch
mu = torch.tensor(0.0, requires_grad=True)
sigma = torch.tensor(0.0, requires_grad=True)
x = torch.tensor([1.0, 2.0])
nll = ((x - mu) ** 2 / (2 * sigma ** 2) + torch.log(sigma)).sum()
nll.backward()
print(mu.grad, sigma.grad)
# -> mu inf 5 division_by_zero
# -> sigma nan 5 log_zero
