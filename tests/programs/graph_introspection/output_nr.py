import torch

x = torch.arange(6.0, requires_grad=True)
a, b, c = x.split(2)
print(a.grad_fn is b.grad_fn, a.output_nr, b.output_nr, c.output_nr)
y = b * 2
print(y.grad_fn.next_functions)
v, i = x.max(0)
print(v.output_nr, i.output_nr, i.grad_fn)
