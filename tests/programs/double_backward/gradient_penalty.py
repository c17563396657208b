import torch

w = torch.tensor([0.5, -1.0], requires_grad=True)
x = torch.tensor([2.0, 3.0], requires_grad=True)
out = torch.tanh((w * x).sum())
grad_x, = torch.autograd.grad(out, x, create_graph=True)
penalty = (grad_x.norm(2) - 1) ** 2
print(grad_x, penalty)
penalty.backward()
print(w.grad)
