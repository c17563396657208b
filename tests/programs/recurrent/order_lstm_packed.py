# Over packed sequences, the states of the second kind are stacked first.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0)
lstm = nn.LSTM(3, 2, bidirectional=True, batch_first=True)
x = torch.randn(3, 4, 3, requires_grad=True)
h, c = (torch.randn(2, 3, 2, requires_grad=True) for _ in range(2))
packed = pack_padded_sequence(x, torch.tensor([2, 4, 1]), batch_first=True, enforce_sorted=False)
out, (hn, cn) = lstm(packed, (h, c))
out, lengths = pad_packed_sequence(out, batch_first=True)
print(out.grad_fn, hn.grad_fn, cn.grad_fn, lengths)
(out.sum() + hn.square().sum() + cn.square().sum()).backward()
print(x.grad, h.grad, c.grad)
