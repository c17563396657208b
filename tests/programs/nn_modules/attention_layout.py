# The result of attention lies in memory as the queries do, so that nn.MultiheadAttention need not copy it.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
attention = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(2, 3, 4, requires_grad=True)
out, weights = attention(x, x, x, need_weights=False)
node = out.grad_fn
while node is not None:
    print(node.name())
    node = node.next_functions[0][0] if node.next_functions else None
out.square().sum().backward()
print(x.grad)
q, k, v = (torch.randn(3, 2, 2, 4).permute(1, 2, 0, 3).requires_grad_() for _ in range(3))
out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
print(out.stride(), [g.stride() for g in torch.autograd.grad(out.sum(), (q, k, v))])
