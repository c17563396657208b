import torch

x = torch.tensor(2., requires_grad=True)
g, = torch.autograd.grad(x ** 3, x, create_graph=True)   # the backward is recorded too
print(g, g.grad_fn.name())                               # tensor(12., grad_fn=<MulBackward0>) MulBackward0
print(torch.autograd.grad(g, x))                         # (tensor(12.),)   6x
h, = torch.autograd.grad(x ** 3, x)                      # without create_graph
try: torch.autograd.grad(h, x)
except RuntimeError as e: print(e)                       # element 0 of tensors does not require grad and does not have a grad_fn
