import torch
from torch import nn

torch.manual_seed(2)
gru = nn.GRU(2, 2, num_layers=2, batch_first=True, bidirectional=True, dropout=0.3)
print(gru, [n for n, _ in gru.named_parameters()])
x = torch.randn(2, 2, 2, requires_grad=True)
out, h = gru(x)
print(out.shape, h.shape, out.grad_fn, h.grad_fn)
print(out)
out.sum().backward()
print(x.grad, gru.weight_hh_l1_reverse.grad)
gru.eval()
print(gru(x[0])[0].shape)
