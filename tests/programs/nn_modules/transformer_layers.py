import torch
from torch import nn

torch.manual_seed(10)
layer = nn.TransformerEncoderLayer(4, 2, dim_feedforward=8, dropout=0.1, batch_first=True)
print(layer)
encoder = nn.TransformerEncoder(layer, 2)
print(len(encoder.layers), sum(p.numel() for p in encoder.parameters()))
x = torch.randn(1, 3, 4, requires_grad=True)
out = encoder(x, mask=nn.Transformer.generate_square_subsequent_mask(3))
print(out)
out.pow(3).sum().backward()
print(x.grad)
decoder = nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0, norm_first=True, batch_first=True)
print(decoder(x, out.detach()))
model = nn.Transformer(4, 2, 1, 1, 8, batch_first=True)
model.eval()
print(model(x, x[:, :2]).shape)
print(nn.Transformer.generate_square_subsequent_mask(3))
