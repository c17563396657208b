import torch

torch.manual_seed(0)
mix = torch.nn.Parameter(torch.randn(3, 2))
gate = torch.zeros(2, 2)
out = torch.randn(5, 3) @ mix @ gate
(out - 1).pow(2).sum().backward()
print(mix.grad)
# -> mix zero 6 zero_factor
