"""Powers whose exponents are beyond all numbers are 0, 1 or infinite."""

import torch

for dtype in (torch.float32, torch.float64):
    for count in (2, 64):
        base = torch.tensor([501.0, -501.0, 0.5, 1e-3, 1.0]).to(dtype).repeat_interleave(count)
        for exponent in (1e30, -1e30, 1e5, -1e5, 4988429.2):
            print(torch.pow(base, torch.full_like(base, exponent))[::count])
