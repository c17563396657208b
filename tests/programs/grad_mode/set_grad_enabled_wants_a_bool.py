import torch

for mode in (1, "on", None):
    try:
        torch.set_grad_enabled(mode)
    except TypeError as e:
        print(e)
print(torch.is_grad_enabled())
