import torch
import torch.nn.functional as F

torch.manual_seed(0)
for name in ("gelu", "silu", "elu", "selu", "celu", "softplus", "logsigmoid", "hardswish", "softshrink", "tanhshrink", "sigmoid", "tanh"):
    for size in (5, 31):
        x = torch.randn(size, requires_grad=True)
        y = getattr(F, name)(x)
        (y * torch.arange(size)).sum().backward()
        print(name, y.sum().item(), y[3].item(), x.grad.sum().item(), x.grad[-1].item())
x = torch.randn(6, 7, requires_grad=True)
F.gelu(x, approximate="tanh").sum().backward()
print(x.grad.sum().item())
print(F.softshrink(torch.tensor([0.1, -0.2])), F.softshrink(torch.full((16,), -0.2))[0])
