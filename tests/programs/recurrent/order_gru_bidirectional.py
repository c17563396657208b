# In which order the pieces around the layers are made, the sequence transposed and the last states stacked.
import torch
from torch import nn

torch.manual_seed(0)
gru = nn.GRU(3, 2, num_layers=2, bidirectional=True, batch_first=True)
x = torch.randn(2, 3, 3, requires_grad=True)
h = torch.randn(4, 2, 2, requires_grad=True)
out, last = gru(x, h)
print(out.grad_fn, last.grad_fn, out.stride(), last.stride())
(out.sum() + last.square().sum()).backward()
print(x.grad, h.grad)
