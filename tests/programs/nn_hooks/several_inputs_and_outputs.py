import torch
from torch import nn


class Pair(nn.Module):
    def forward(self, a, b, scale):
        return a * b, a + b, scale


m = Pair()
m.register_full_backward_hook(lambda mod, gi, go: print(gi, go))
a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0)
product, total, scale = m(a, b, 4)
print(product.grad_fn, total.grad_fn, scale)
(product + 2 * total).backward()
print(a.grad)
a.grad = None
product, total, _ = m(a, b, 4)
product.backward()
print(a.grad)
