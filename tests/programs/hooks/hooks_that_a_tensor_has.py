import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
print(x._backward_hooks, y._backward_hooks)
handles = [t.register_hook(lambda grad: None) for t in (x, y, y)]
print(len(x._backward_hooks), len(y._backward_hooks), type(y._backward_hooks).__name__)
handles[1].remove()
print(len(y._backward_hooks))
print(type(y.grad_fn), type(x.view_as(x).grad_fn.next_functions[0][0]))
