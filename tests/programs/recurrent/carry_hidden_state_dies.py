import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.GRU(1, 1)
h = torch.zeros(1, 1, 1)
for step in range(2):
    out, h = rnn(torch.ones(2, 1, 1), h)
    out.sum().backward()
    print(step, rnn.weight_hh_l0.grad)
