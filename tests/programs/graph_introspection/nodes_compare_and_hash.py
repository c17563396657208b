import torch

x = torch.tensor(1.0, requires_grad=True)
y = x * x
f = y.grad_fn
print(f is y.grad_fn, f == y.grad_fn, len({f, y.grad_fn}), f.next_functions[0][0] is f.next_functions[1][0])
print(isinstance(f, torch.autograd.graph.Node), callable(f))
