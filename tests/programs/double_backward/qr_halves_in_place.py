import torch

a = torch.tensor([[2.0, 1.0], [0.5, 1.5]], requires_grad=True)
q, r = torch.linalg.qr(a)
(g,) = torch.autograd.grad(r.diagonal().sum(), a, create_graph=True)
print(g.grad_fn)
g.sum().backward()
print(a.grad)
