# Which zero is left where a bound is 0, in each dtype.
import torch
import torch.nn.functional as F

for dtype in (torch.float16, torch.float32, torch.float64):
    x = torch.tensor([-0.0, 0.0, 1.0] * 25, dtype=dtype)
    for y in (x.relu(), x.clamp(min=0), x.clamp(max=0), F.hardtanh(x, 0, 1), x[:4].relu()):
        print(dtype, torch.signbit(y).sum().item(), torch.signbit(y)[:3].tolist(), torch.signbit(y)[-3:].tolist())
