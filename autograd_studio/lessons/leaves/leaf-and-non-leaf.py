import torch

a = torch.tensor(2., requires_grad=True)
b = a * 3                               # non-leaf
c = b ** 2
b.retain_grad()                         # without it b.grad is None and reading it warns
c.backward()
print(a.is_leaf, b.is_leaf, a.grad, b.grad)   # True False tensor(36.) tensor(12.)
print(a.grad_fn, b.grad_fn.name(), b.grad_fn.next_functions)  # None MulBackward0 ((<AccumulateGrad ...>, 0), (None, 0))
