"""A copy with a part written keeps the strides of what it copies, with their gaps."""

import torch

x = torch.arange(24.0).reshape(4, 6)
for base in (x, x[:, ::2], x.T, x[::2].T, x[:1].expand(3, 6)):
    rows, columns = base.shape
    for out in (
        torch.select_scatter(base, torch.zeros(columns), 0, 1),
        torch.slice_scatter(base, torch.zeros(rows, 1), 1, 0, 1),
        torch.diagonal_scatter(base, torch.zeros(min(rows, columns))),
    ):
        print(out.stride(), out.is_contiguous(), out[1])
