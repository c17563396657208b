import torch
from torch import nn

modules = [
    nn.ReLU(), nn.ReLU(inplace=True), nn.ReLU6(), nn.ELU(), nn.ELU(0.5, inplace=True), nn.SELU(), nn.GELU(),
    nn.GELU(approximate='tanh'), nn.SiLU(), nn.Mish(), nn.Hardtanh(), nn.Hardtanh(-2, 2), nn.Hardsigmoid(), nn.Hardswish(),
    nn.LeakyReLU(), nn.LeakyReLU(0.2, True), nn.PReLU(), nn.PReLU(3), nn.Softplus(),
    nn.Softplus(beta=2, threshold=10), nn.Softsign(), nn.Tanh(), nn.Sigmoid(),
    nn.LogSigmoid(), nn.GLU(), nn.Softmax(dim=1), nn.Softmax(), nn.LogSoftmax(dim=-1),
]
for module in modules:
    print(module)
print([type(m).__module__ for m in modules[:3]], type(modules[0]))
