import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
source = torch.tensor(4.0, requires_grad=True)
out = x.index_copy(0, torch.tensor([1]), source) * x.index_add(0, torch.tensor([2]), source)
gx, gs = torch.autograd.grad(out.sum(), (x, source), create_graph=True)
print(gx, gs)
gs.backward()
print(x.grad, source.grad)
