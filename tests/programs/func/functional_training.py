"""Training without a module or an optimizer: parameters are a dict, a step is a function."""

import torch
from torch.func import grad_and_value

torch.manual_seed(0)
x = torch.linspace(0.25, 2, 8).unsqueeze(1)
y = 2 * x - 0.5
params = {"weight": torch.zeros(1, 1), "bias": torch.zeros(1)}


def loss(params, x, y):
    return ((x @ params["weight"].T + params["bias"] - y) ** 2).mean()


for step in range(5):
    gradients, value = grad_and_value(loss)(params, x, y)
    params = {name: params[name] - 0.125 * gradients[name] for name in params}
    print(f"{step} {value:.4f}", params)
