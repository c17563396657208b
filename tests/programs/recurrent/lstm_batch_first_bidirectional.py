import torch
from torch import nn

torch.manual_seed(4)
lstm = nn.LSTM(1, 2, batch_first=True, bidirectional=True, bias=False)
print(lstm)
x = torch.randn(2, 3, 1, requires_grad=True)
out, (h, c) = lstm(x)
print(out.shape, out.stride(), out.is_contiguous(), out.grad_fn)
print(out)
out.pow(2).sum().backward()
print(x.grad, lstm.weight_ih_l0_reverse.grad)
double = nn.LSTM(1, 1).double()
y, _ = double(torch.ones(2, 1, 1, dtype=torch.float64))
print(y.grad_fn, y)
