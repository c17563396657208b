import torch
from torch import nn

w = nn.Parameter(torch.tensor([3.0, 4.0]))
b = nn.Parameter(torch.tensor(0.0))
(0.5 * (w ** 2).sum() + 12 * b).backward()
print(w.grad, b.grad)
total = nn.utils.clip_grad_norm_([w, b], max_norm=1.0)
print(total, w.grad, b.grad)
nn.utils.clip_grad_value_([w, b], 0.3)
print(w.grad, b.grad)
print(nn.utils.parameters_to_vector([w, b]))
