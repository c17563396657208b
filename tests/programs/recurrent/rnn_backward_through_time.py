import torch
from torch import nn

torch.manual_seed(1)
rnn = nn.RNN(1, 2, nonlinearity='relu')
x = torch.randn(3, 1, 1, requires_grad=True)
h0 = torch.zeros(1, 1, 2, requires_grad=True)
out, h = rnn(x, h0)
print(out, h)
out[-1].sum().backward()
print(x.grad, h0.grad)
for name, p in rnn.named_parameters():
    print(name, p.grad)
