import torch
from torch.autograd import gradcheck


def attempt(function):
    try:
        print(gradcheck(function, torch.ones(1, dtype=torch.float64, requires_grad=True)))
    except (AssertionError, RuntimeError) as e:
        print(type(e).__name__, e)


attempt(lambda x: torch.cat([x, x]) if x >= 1 else x)
attempt(lambda x: x.float() if x >= 1 else x)

try:
    gradcheck(lambda x: x, torch.ones(1, dtype=torch.float64, requires_grad=True), check_backward_ad=False)
except AssertionError as e:
    print(e)
