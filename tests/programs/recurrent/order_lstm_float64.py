# An LSTM in float64 is made of single operators: both last states are stacked, then the sequence is transposed.
import torch
from torch import nn

torch.manual_seed(0)
lstm = nn.LSTM(3, 2, num_layers=2, batch_first=True, dtype=torch.float64)
x = torch.randn(2, 3, 3, dtype=torch.float64, requires_grad=True)
h, c = (torch.randn(2, 2, 2, dtype=torch.float64, requires_grad=True) for _ in range(2))
out, (hn, cn) = lstm(x, (h, c))
print(out.grad_fn, hn.grad_fn, cn.grad_fn, out.stride())
(out.sum() + hn.square().sum() + cn.square().sum()).backward()
print(x.grad, h.grad, c.grad)
