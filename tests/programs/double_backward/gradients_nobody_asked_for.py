# The second pass runs through operators that leave out the gradients that nobody asked for.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
image = torch.randn(1, 1, 3, 3)
conv = nn.Conv2d(1, 2, 2, bias=False)
(slope,) = torch.autograd.grad(conv(image).square().sum(), conv.weight, create_graph=True)
slope.square().sum().backward()
print(conv.weight.grad)
x = torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
for norm in (lambda t: F.layer_norm(t, (3,)), lambda t: F.batch_norm(t, None, None, training=True)):
    (slope,) = torch.autograd.grad((norm(x) ** 3).sum(), x, create_graph=True)
    print(slope.grad_fn)
    slope.sin().sum().backward()
    print(x.grad)
    x.grad = None
