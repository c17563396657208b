import torch


@torch.no_grad()
def doubler(x):
    return x * 2


@torch.no_grad
def tripler(x):
    return x * 3


@torch.enable_grad()
def quadrupler(x):
    return x * 4


x = torch.tensor([1.0], requires_grad=True)
print(doubler(x).requires_grad, tripler(x).requires_grad)
with torch.no_grad():
    print(quadrupler(x).requires_grad)
print(doubler.__name__)
