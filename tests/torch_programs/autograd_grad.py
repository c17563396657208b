import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
unused = torch.tensor(1.0, requires_grad=True)
out = a * b + a.exp()
print(torch.autograd.grad(out, [a, b, unused], retain_graph=True, allow_unused=True))
print(torch.autograd.grad([out, a * 2], [a], grad_outputs=[torch.tensor(0.5), None], materialize_grads=True))
mid = a * b
loss = mid**2
print(torch.autograd.grad(loss, mid))
basis = torch.eye(2)
vec = torch.stack([a * b, a + b])
print(torch.autograd.grad(vec, a, basis, is_grads_batched=True))
