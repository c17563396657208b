# An output pixel is one sum over its neighbours, of which the second product is rounded first.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
line, image, volume = torch.randn(2, 3, 5), torch.randn(2, 3, 4, 5), torch.randn(1, 2, 3, 4, 3)
cases = [(line, 8, "linear"), (line, 9, "nearest"), (image, (7, 9), "bilinear"), (image, (8, 10), "nearest"), (image, (3, 2), "bilinear")]
cases += [(volume, (5, 6, 7), "trilinear"), (volume, (4, 4, 6), "nearest")]
for dtype in torch.float32, torch.float64:
    cases = cases if dtype == torch.float32 else [case for case in cases if case[2] != "trilinear"]
    for values, size, mode in cases:
        x = values.to(dtype).requires_grad_()
        for align in (False, True) if mode.endswith("linear") else (None,):
            out = F.interpolate(x, size=size, mode=mode, align_corners=align)
            (g,) = torch.autograd.grad((out * torch.linspace(0.1, 2, out.numel(), dtype=dtype).view_as(out)).sum(), x)
            print(mode, align, [part.hex() for part in (out.sum() + out.flatten()[-2:]).tolist()], [part.hex() for part in g.flatten()[:4].tolist()])
