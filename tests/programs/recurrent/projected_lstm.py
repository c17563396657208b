import torch
from torch import nn

torch.manual_seed(5)
lstm = nn.LSTM(2, 3, proj_size=1)
print(lstm, [(n, tuple(p.shape)) for n, p in lstm.named_parameters()])
out, (h, c) = lstm(torch.randn(2, 1, 2))
print(out, h.shape, c.shape)
out.sum().backward()
print(lstm.weight_hr_l0.grad)
