import torch
from torch.autograd.graph import register_multi_grad_hook

a, b = torch.ones(2, requires_grad=True), torch.ones(2)
register_multi_grad_hook([a, b], print, mode="any")
(a * b).sum().backward()
print(torch.Generator(), torch.manual_seed(0), torch.Generator)
register_multi_grad_hook([a, b], print)
