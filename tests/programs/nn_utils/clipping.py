import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_

a, b = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(1))
unused = nn.Parameter(torch.zeros(1))


def grads():
    a.grad, b.grad = torch.tensor([3.0, -4.0]), torch.tensor([12.0])


for norm_type in (2, 1, float('inf'), 0.5):
    grads()
    total = clip_grad_norm_([a, b, unused], 6.5, norm_type=norm_type)
    print(norm_type, total, a.grad, b.grad)
grads()
print(clip_grad_norm_([a, b], 100), a.grad)
grads()
before = a.grad
clip_grad_value_([a, b], 3.5)
print(a.grad, b.grad, a.grad is before)
a.grad[0] = float('nan')
print(clip_grad_norm_(a, 1.0), a.grad)
a.grad = torch.tensor([float('inf'), 1.0])
try:
    clip_grad_norm_([a], 1.0, error_if_nonfinite=True)
except RuntimeError as e:
    print(e)
print(clip_grad_norm_([unused], 1.0), clip_grad_norm_(iter([]), 1.0))
nn.utils.clip_grad_norm(a, 1.0)
