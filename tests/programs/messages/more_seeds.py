"""More or fewer seeds than outputs, and that grad mode is as before."""
import torch

x = torch.ones(3, requires_grad=True)
torch.autograd.backward([x.sum()], [None, None])
print(x.grad, torch.is_grad_enabled())
print(torch.autograd.grad([x.sum()], [x], [None, torch.ones(3)]))
torch.autograd.backward([x.sum(), x.sum()], [None])
