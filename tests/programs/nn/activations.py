import torch
import torch.nn.functional as F

x = torch.tensor([-2.0, -0.5, 0.0, 0.5, 2.0], requires_grad=True)
for f in (F.relu, F.leaky_relu, F.elu, F.selu, F.gelu, F.silu, F.mish, F.softplus, F.softsign, F.tanhshrink,
          F.hardtanh, F.hardsigmoid, F.hardswish, F.relu6, F.logsigmoid, F.softshrink, F.hardshrink, torch.sigmoid, torch.tanh):
    y = f(x)
    g, = torch.autograd.grad(y.sum(), x)
    print(f'{f.__name__:12}', y.detach(), g, y.grad_fn.name())
