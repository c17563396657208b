import torch
from torch import nn

torch.manual_seed(9)
attention = nn.MultiheadAttention(4, 2)
print(attention)
print([(name, tuple(p.shape)) for name, p in attention.named_parameters()])
x = torch.randn(3, 1, 4, requires_grad=True)
out, weights = attention(x, x, x)
print(out, weights)
out.sum().backward()
print(x.grad.flatten()[:4], attention.in_proj_weight.grad.abs().sum(), attention.out_proj.bias.grad)
mask = torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1)
out, weights = attention(x, x, x, attn_mask=mask, average_attn_weights=False)
print(weights.shape, weights[0, 1])
print(attention(x, x, x, need_weights=False)[1])
for f in (lambda: nn.MultiheadAttention(5, 2), lambda: nn.MultiheadAttention(0, 1), lambda: attention(x, x)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
