import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
c = torch.tensor(3.0, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a, b, c), lambda gs: print('all', gs))
torch.autograd.graph.register_multi_grad_hook((a, b), lambda g: print('any', g), mode='any')
(a * b).backward()
