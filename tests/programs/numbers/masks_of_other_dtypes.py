"""Attention under float32 masks of queries of other dtypes, and places of numbers among truth values."""
import torch
import torch.nn.functional as F

mask = torch.zeros(2, 2)
mask[0, 1] = -torch.inf
for dtype in (torch.float64, torch.float16, torch.float32):
    q = torch.tensor([[1.0, 0.0], [0.5, 2.0]], dtype=dtype).requires_grad_()
    for given in (mask, mask.double(), mask.long(), mask == 0):
        for query in (q, q[None, None]):
            try:
                found = F.scaled_dot_product_attention(query, query, query, given)
                print(found.dtype, found.grad_fn.name(), found.flatten()[:2])
            except RuntimeError as error:
                print(error)
x, truths = torch.tensor([0.5, 1.5]), torch.tensor([False, True])
print(torch.bucketize(x, truths), torch.searchsorted(truths, x), torch.bucketize(1, truths), torch.searchsorted(truths, 0.5))
