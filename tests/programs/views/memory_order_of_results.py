import torch
import torch.nn.functional as F

x = torch.arange(24.0).reshape(2, 3, 4).transpose(1, 2)
plain = torch.ones(2, 4, 3)
row = torch.ones(4, 3)
for name, result in [
    ("x + plain", x + plain),
    ("plain + x", plain + x),
    ("x + row", x + row),
    ("where", torch.where(x > 3, plain, x)),
    ("softmax", x.softmax(-1)),
    ("log_softmax", x.log_softmax(1)),
    ("cumsum", x.cumsum(0)),
    ("cumprod", x.cumprod(0)),
    ("sort", x.sort(1).values),
    ("layer_norm", F.layer_norm(x, (3,))),
    ("masked_fill", x.masked_fill(x > 3, 0)),
    ("logsigmoid", F.logsigmoid(x)),
    ("gelu", F.gelu(x)),
    ("attention", F.scaled_dot_product_attention(x[None], x[None], x[None])),
    ("heads first", F.scaled_dot_product_attention(*[torch.ones(2, 4, 5, 3).transpose(1, 2)] * 3)),
]:
    print(f"{name:12s} {tuple(result.stride())} {result.is_contiguous()}")
w = torch.ones(2, 3, 4, requires_grad=True)
tokens = w.transpose(1, 2) + row  # as positions are added to the patches of an image
print(tokens.stride(), tokens.transpose(1, 2).contiguous().grad_fn.name(), tokens.reshape(-1).grad_fn.name())
print((row.T.expand(2, 3, 4) + w).stride(), tokens.softmax(-1).reshape(-1).grad_fn.name())
try:
    tokens.view(-1)
except RuntimeError as error:
    print(error)
