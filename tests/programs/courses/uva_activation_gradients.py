import torch
from torch import nn


class Swish(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x)


def get_grads(act_fn, x):
    x = x.clone().requires_grad_()
    out = act_fn(x)
    out = out.sum()
    out.backward()
    return x.grad


x = torch.linspace(-2, 2, 5)
for act in (nn.Sigmoid(), nn.Tanh(), nn.ReLU(), nn.LeakyReLU(0.1), nn.ELU(), Swish()):
    print(type(act).__name__, act(x), get_grads(act, x))
