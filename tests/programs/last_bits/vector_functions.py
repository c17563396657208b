# Functions by PyTorch's vector library where numbers fill vectors, and by the C library beyond.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for dtype in torch.float32, torch.float64:
    for n in 1, 5, 31, 32, 45:
        x = torch.randn(n, dtype=dtype, requires_grad=True)
        y = torch.rand(n, dtype=dtype) + 0.5
        results = {
            "pow": y**x,
            "root": y ** (1 / 3),
            "of two": 2**x,
            "exp2": x.exp2(),
            "log1p": y.log1p(),
            "asinh": x.asinh(),
            "acosh": (y + 1).acosh(),
            "sigmoid": x.sigmoid(),
            "softplus": F.softplus(x),
            "log_softmax": x.log_softmax(0),
            "across": torch.stack([x, -x, y]).softmax(0),
            "logarithms": torch.stack([x, -x, y]).log_softmax(0),
            "single": torch.hypot(x, y).float() if dtype == torch.float64 else torch.atan2(x, y),
        }
        for name, result in results.items():
            (g,) = torch.autograd.grad((result * torch.linspace(0.1, 2, n, dtype=dtype)).sum(), x, allow_unused=True) if result.requires_grad else (None,)
            print(n, name, result.sum().item().hex(), result.flatten()[-1].item().hex(), None if g is None else g.sum().item().hex())
