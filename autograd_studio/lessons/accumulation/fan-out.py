import torch

x = torch.tensor(3., requires_grad=True)
y = x * x + x                           # three uses -> one AccumulateGrad node
print(y.grad_fn.next_functions)         # ((<MulBackward0 ...>, 0), (<AccumulateGrad ...>, 0))
print(y.grad_fn.next_functions[0][0].next_functions)   # the same AccumulateGrad twice
y.backward(); print(x.grad)             # tensor(7.)   3 + 3 + 1
