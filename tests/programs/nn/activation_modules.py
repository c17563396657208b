import torch
from torch import nn

x = torch.tensor([[-1.0, 0.0, 2.0]], requires_grad=True)
for m in (nn.ReLU(), nn.LeakyReLU(0.2), nn.PReLU(), nn.Sigmoid(), nn.Tanh(), nn.Softmax(dim=-1), nn.LogSoftmax(dim=1),
          nn.Softplus(beta=2), nn.ELU(alpha=0.5), nn.Hardtanh(-2, 1), nn.GELU(approximate='tanh')):
    print(m, m(x).data)
