import torch
import torch.nn.functional as F

x = torch.tensor([-1.0, 0.3, 2.0], requires_grad=True)
t = torch.tensor(0.5)
for call in (
    lambda: torch.threshold(x, t, t),
    lambda: F.elu(x, alpha=t),
    lambda: torch.hardshrink(x, t),
    lambda: F.softshrink(x, t),
    lambda: F.softplus(x, beta=t, threshold=t),
    lambda: F.leaky_relu(x, t),
    lambda: torch.threshold(x, x[0], 1),
    lambda: torch.threshold(x, torch.ones(1), 1),
):
    try:
        out = call()
        print(out, torch.autograd.grad(out.sum(), x))
    except TypeError as e:
        print(str(e).split("\n")[0])
