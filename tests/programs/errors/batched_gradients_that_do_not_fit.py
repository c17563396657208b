import torch

a = torch.ones(2, requires_grad=True)
try:
    torch.autograd.grad(a * 1, a, torch.ones(2, 3), is_grads_batched=True)
except RuntimeError as e:
    print(e)
print(torch.autograd.grad(a * 3, a, torch.eye(2), is_grads_batched=True))
