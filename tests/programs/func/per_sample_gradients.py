"""Gradients for each example of a batch, with a model called as a function of its parameters."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, vmap

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
data, targets = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])
params = {k: v.detach() for k, v in model.named_parameters()}
buffers = {k: v.detach() for k, v in model.named_buffers()}


def compute_loss(params, buffers, sample, target):
    predictions = functional_call(model, (params, buffers), (sample.unsqueeze(0),))
    return F.cross_entropy(predictions, target.unsqueeze(0))


per_sample = vmap(grad(compute_loss), in_dims=(None, None, 0, 0))(params, buffers, data, targets)
for name, value in per_sample.items():
    print(name, tuple(value.shape), value.requires_grad)
print(per_sample["2.bias"])

one_by_one = [torch.autograd.grad(F.cross_entropy(model(x[None]), t[None]), tuple(model.parameters())) for x, t in zip(data, targets)]
for found, reference in zip(per_sample.values(), zip(*one_by_one)):
    print(torch.allclose(found, torch.stack(reference), atol=1e-6))
F.cross_entropy(model(data), targets).backward()
print(torch.allclose(per_sample["0.weight"].mean(0), model[0].weight.grad, atol=1e-6))
