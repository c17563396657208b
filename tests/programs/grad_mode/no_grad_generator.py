import torch


@torch.no_grad()
def numbers(x):
    for k in range(2):
        yield x * k


x = torch.tensor(2.0, requires_grad=True)
for t in numbers(x):
    print(t, torch.is_grad_enabled(), (x * 1).requires_grad)
