import torch
from torch.nn.utils.rnn import (
    pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence,
)

a, b, c = (torch.arange(1.0, n + 1, requires_grad=True) for n in (3, 1, 2))
padded = pad_sequence([a, b, c], batch_first=True, padding_value=-1.0)
print(padded, pad_sequence([a, b, c]).shape)
print(pad_sequence([a, b], padding_side='left'))
packed = pack_sequence([a, b, c], enforce_sorted=False)
print(packed)
back, lengths = pad_packed_sequence(packed, batch_first=True)
print(back, lengths)
(back * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(a.grad, b.grad, c.grad)
x = torch.zeros(3, 2, 1)
for f in (
    lambda: pack_padded_sequence(x, [1, 2]), lambda: pack_padded_sequence(x, [3]), lambda: pack_padded_sequence(x, [2, 0]), lambda: pad_sequence([]),
    lambda: pad_packed_sequence(packed, total_length=2),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
