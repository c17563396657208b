import torch
from torch import nn

values = torch.tensor([-3.0, -1.0, -0.25, 0.0, 0.25, 1.0, 3.0])
for module in (
    nn.ReLU(), nn.ReLU6(), nn.ELU(0.5), nn.SELU(), nn.GELU(), nn.GELU('tanh'), nn.SiLU(), nn.Mish(), nn.Hardtanh(),
    nn.Hardsigmoid(), nn.Hardswish(), nn.LeakyReLU(0.2), nn.PReLU(), nn.Softplus(2),
    nn.Softsign(), nn.Tanh(), nn.Sigmoid(), nn.LogSigmoid(), nn.Softmax(0), nn.LogSoftmax(0),
):
    x = values.clone().requires_grad_()
    y = module(x)
    y.backward(torch.arange(1.0, 8.0))
    print(f'{module._get_name():12}', y.grad_fn.name(), y.detach(), x.grad)
