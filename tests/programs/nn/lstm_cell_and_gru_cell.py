import torch
from torch import nn

torch.manual_seed(0)
lstm, gru = nn.LSTMCell(2, 2), nn.GRUCell(2, 2)
x = torch.ones(1, 2)
h, c = lstm(x, (torch.zeros(1, 2), torch.zeros(1, 2)))
print(h, c)
g = gru(x)
print(g)
(h.sum() + g.sum()).backward()
print(lstm.weight_hh.grad.abs().sum(), gru.weight_ih.grad.shape)
