import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

for make in (lambda: nn.RNN(1, 2), lambda: nn.GRU(1, 2, bidirectional=True), lambda: nn.LSTM(1, 2, 2)):
    torch.manual_seed(6)
    net = make()
    x = torch.randn(3, 2, 1, requires_grad=True)
    packed = pack_padded_sequence(x, [1, 3], enforce_sorted=False)
    out, state = net(packed)
    print(type(out).__name__, out.batch_sizes, out.data.grad_fn)
    padded, lengths = pad_packed_sequence(out)
    print(padded.detach(), lengths)
    h = state[0] if isinstance(state, tuple) else state
    print(h.detach())
    (padded.sum() + h.sum()).backward()
    print(x.grad.flatten(), net.weight_ih_l0.grad.flatten()[:4])
