"""Attention whose heads of the query share those of key and value."""
import torch, torch.nn.functional as F
torch.manual_seed(0)
for hq, hk, ch in [(4, 2, False), (2, 1, False), (4, 2, True), (6, 3, False)]:
    q = torch.randn(1, hq, 3, 4, requires_grad=True); k = torch.randn(1, hk, 3, 4, requires_grad=True); v = torch.randn(1, hk, 3, 4, requires_grad=True)
    try:
        o = F.scaled_dot_product_attention(q, k, v, enable_gqa=True, is_causal=ch); print(o.shape, o.grad_fn, o[0, -1, -1]); o.sum().backward(); print(k.grad.shape, k.grad[0, 0], v.grad[0, -1, 0], q.grad[0, 0, 1])
    except Exception as e: print(type(e).__name__, e)
q = torch.randn(1, 4, 3, 4)
k = q[:, :2]; print(F.scaled_dot_product_attention(q, k, k, enable_gqa=True)[0, 3, 0]); k = q[:, :1]; print(F.scaled_dot_product_attention(q, k, k, enable_gqa=True)[0, 3, 0])
print(F.scaled_dot_product_attention(q, torch.randn(1, 3, 3, 4), torch.randn(1, 3, 3, 4), enable_gqa=True))
