"""Targets that are no probabilities, where a hook changes a size, and modules whose inputs are not what they were."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


p = torch.tensor([0.2, 0.8], requires_grad=True)
for x, y in ((p, [0.0, 2.0]), (p, [-0.1, 1.0]), (p, [float("nan"), 1.0]), (p * 2, [2.0, 0.0]), (p * 2, [1.0, 2.0]), (p - 1, [7.0, 0.0])):
    attempt(lambda: F.binary_cross_entropy(x, torch.tensor(y)))
    attempt(lambda: nn.BCELoss(weight=torch.ones(2))(x.double(), torch.tensor(y).double()))
    attempt(lambda: F.binary_cross_entropy_with_logits(x, torch.tensor(y)))
torch.manual_seed(0)
layer = nn.Linear(2, 2)
layer.register_full_backward_hook(lambda module, given, received: (given[0].sum(),))
layer(torch.ones(3, 2, requires_grad=True)).sum().backward()
