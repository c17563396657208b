import torch
import torch.nn.functional as F

torch.manual_seed(0)
for length, size in ((4, 4), (10, 8), (20, 12), (40, 16)):
    for is_causal in (False, True):
        q, k, v = (torch.randn(2, 2, length, size) for _ in range(3))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=is_causal)
        print(y.sum().item(), y.flatten()[3].item(), y[0, 1, 2].tolist())
q, k, v = (torch.randn(1, 2, 4, 4, requires_grad=True) for _ in range(3))
(F.scaled_dot_product_attention(q, k, v) * torch.randn(1, 2, 4, 4)).sum().backward()
print(*[t.grad.sum().item() for t in (q, k, v)])
