import torch
from torch import nn

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
encoder = nn.TransformerEncoder(layer, 2).eval()
x = torch.randn(2, 4, 8)
at_the_end = torch.tensor([[False, False, False, True], [False, False, False, False]])
at_the_start = at_the_end.flip(1)
print(encoder(x, src_key_padding_mask=at_the_end)[0, 3])
with torch.no_grad():
    print(encoder(x, src_key_padding_mask=at_the_end)[0])
    print(encoder(x, src_key_padding_mask=at_the_start)[0, 0])
    print(encoder(x)[0, 3])
encoder.requires_grad_(False)
print(encoder(x, src_key_padding_mask=at_the_end)[0, 3])
