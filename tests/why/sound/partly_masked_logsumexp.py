import torch

x = torch.tensor([[0.1, 0.2, 0.3]], requires_grad=True)
mask = torch.tensor([float("-inf"), 0.0, 0.0])
torch.logsumexp(x + mask, 1).sum().backward()
print(x.grad)
